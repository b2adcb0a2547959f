import type { TeamPerson } from "@plotline/corpus";
import type { Context } from "hono";

/** Who asks; undefined where the server is one person's own, and everyone who has its address may do everything. */
export function whoAsks(context: Context): TeamPerson | undefined {
  return context.get("person");
}

export function setPerson(context: Context, { name, role }: TeamPerson): void {
  context.set("person", { name, role });
}
