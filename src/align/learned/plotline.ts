import type { Matrix } from "../../similarity/matrix.ts";
import type { Similarity } from "../../similarity/similarity.ts";
import { decideBy } from "../compose.ts";
import type { Method } from "../method.ts";
import { decide } from "./decide.ts";
import { learned } from "./similarity.ts";
import weights from "./weights.json" with { type: "json" };
import { unpack } from "./weights.ts";

const { architecture, calibration, members, works } = weights;

/** What ships: our features, networks trained on gold alignments. Unpacked when it is first used. */
export const shipped: Similarity<Matrix> = {
  name: "learned",
  options: { ...architecture, members: members.length, calibration },
  prepare: (ground) => learned(unpack(weights)).prepare(ground),
};

export const plotline: Method = {
  ...decideBy(
    {
      name: "plotline",
      about: "What networks learned from gold alignments; the links with the best expected F.",
      usesOrder: true,
    },
    shipped,
    decide,
  ),
  learnedFrom: works,
};
