import { z } from "zod";
import { model } from "../../nn/model.ts";
import { type PackedWeights, packWeights, unpackWeights } from "../../nn/weights.ts";
import { packedWeights } from "../../nn/weights-schema.ts";
import { Problem } from "../../problem.ts";
import { type Protocol, protocols } from "../../tasks/options.ts";
import { comparedColumns, evidenceNamed } from "./features.ts";
import { pointerModel, type Shape } from "./model.ts";
import { Panel } from "./panel.ts";
import { placeColumns } from "./places.ts";
import type { Pointer } from "./pointer.ts";
import type { Scale } from "./scale.ts";

const numbers = z.array(z.number()).readonly();
const scale: z.ZodType<Scale> = z.object({ middles: numbers, spreads: numbers });
const member: z.ZodType<PackedWeights> = packedWeights;
const packedPanel = z.object({ candidates: scale, places: scale, members: z.array(member).min(1).readonly() });
const size = z.number().int().positive();
const shape: z.ZodType<Shape> = z.object({ features: size, places: size, hidden: size, placeHidden: size });

/** The pointer as a data file: numbers alone, no word of any text. */
const packedPointer = z.object({
  about: z.string(),
  evidence: z.array(z.string()).readonly(),
  shape,
  panels: z.object({ paper: packedPanel, blind: packedPanel }),
});
type PackedPanel = z.infer<typeof packedPanel>;
type PackedPointer = z.infer<typeof packedPointer>;

/** Whether something read from a file is a packed pointer. */
export function isPackedPointer(value: unknown): value is PackedPointer {
  return packedPointer.safeParse(value).success;
}

export function packPointer({ about, evidence, panels }: Pointer): PackedPointer {
  const pack = ({ lens: { candidates, places }, members }: Panel): PackedPanel => ({
    candidates,
    places,
    members: members.map((weights) => packWeights(weights, 8)),
  });
  return {
    about,
    evidence: evidence.map(({ name }) => name),
    shape: panels.paper.shape,
    panels: { paper: pack(panels.paper), blind: pack(panels.blind) },
  };
}

export function unpackPointer({ about, evidence: names, shape, panels }: PackedPointer): Pointer {
  const evidence = evidenceNamed(names);
  const compared = comparedColumns(evidence);
  const width = evidence.reduce((sum, { columns }) => sum + columns.length, 0) + compared.length;
  if (shape.features !== width || shape.places !== placeColumns.length)
    throw new Problem("The weights of the pointer are of another version; train them again.");
  const { declarations } = model(pointerModel(shape, 0));
  const unpack = ({ candidates, places, members }: PackedPanel): Panel =>
    new Panel(
      { compared, candidates, places },
      shape,
      members.map((member) => unpackWeights(member, declarations)),
    );
  const made = Object.fromEntries(protocols.map((protocol) => [protocol, unpack(panels[protocol])]));
  return { about, evidence, panels: made as Record<Protocol, Panel> };
}
