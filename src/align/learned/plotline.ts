import type { Matrix } from "../../similarity/matrix.ts";
import type { Similarity } from "../../similarity/similarity.ts";
import { likeStem } from "../../text/like-words.ts";
import { decideBy } from "../compose.ts";
import type { Method } from "../method.ts";
import { decide } from "./decide.ts";
import { featuresNamed } from "./inputs.ts";
import { learned } from "./similarity.ts";
import weights from "./weights.json" with { type: "json" };
import { type PackedModel, unpack } from "./weights.ts";

/** What ships: our features, networks trained on gold alignments. */
export const shipped: Similarity<Matrix> = unpackedLater(weights);

export const plotline: Method = methodOf("plotline", weights, shipped);

/** The same with other weights. */
export function learnedMethod(name: string, packed: PackedModel): Method {
  return methodOf(name, packed, unpackedLater(packed));
}

function methodOf(name: string, { works }: PackedModel, similarity: Similarity<Matrix>): Method {
  const about = "What networks learned from gold alignments; the links with the best expected F.";
  return { ...decideBy({ name, about, usesOrder: true }, similarity, decide), learnedFrom: works };
}

/** Unpacked when it is first used. */
function unpackedLater(packed: PackedModel): Similarity<Matrix> {
  const { architecture, calibration, members } = packed;
  return {
    name: "learned",
    options: { ...architecture, members: members.length, calibration },
    countsAs: likeStem,
    needsTable: featuresNamed(packed.features).some(({ source }) => source === "table"),
    prepare: (ground) => learned(unpack(packed)).prepare(ground),
  };
}
