import { roles } from "@plotline/corpus";
import { z } from "zod";
import table from "./data/rights.json" with { type: "json" };

const rule = z.strictObject({
  least: z.enum(roles),
  /** The parameter of the address that must be one's own name. */
  own: z.string().optional(),
  /** From this role on the name may be another's. */
  others: z.enum(roles).optional(),
  /** What a change leaves in the audit trail: a line with it (usual), one that the route writes itself, or nothing. */
  audit: z.enum(["own", "none"]).optional(),
});

/**
 * Every route of the server, by its method and its address without the name of the corpus. What is not here is answered
 * to nobody in a team. Who may see which sheet, and gold, depends on how far they are too: `src/server/team/visibility.ts`.
 */
export const rights: Readonly<Record<string, z.infer<typeof rule>>> = z.record(z.string(), rule).parse(table);

/** Answered without a session: how one gets a session. */
export const withoutSession: readonly string[] = ["POST /session"];
