import { train } from "../../src/nn/train.ts";
import { weightsOf } from "../../src/nn/training-state.ts";
import type { Values } from "../../src/nn/values.ts";
import { Problem } from "../../src/problem.ts";
import { random, shuffled } from "../../src/random.ts";
import { batchOf, contrast, type Lesson } from "../../src/readers/pointer/batch.ts";
import type { Evidence } from "../../src/readers/pointer/evidence/evidence.ts";
import { type Exhibit, featureRow, placeRows, rowsOf } from "../../src/readers/pointer/exhibit.ts";
import { comparedColumns } from "../../src/readers/pointer/features.ts";
import { pointerModel, type Shape } from "../../src/readers/pointer/model.ts";
import { type Lens, Panel } from "../../src/readers/pointer/panel.ts";
import { placeColumns } from "../../src/readers/pointer/places.ts";
import { scaleOf } from "../../src/readers/pointer/scale.ts";
import { type CandidateSet, candidateSets } from "../../src/tasks/options.ts";

interface PointerOptions {
  /** Networks that vote. */
  readonly members: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly dropout: number;
  readonly hidden: number;
  readonly placeHidden: number;
  readonly seed: number;
}

export const pointerDefaults: PointerOptions = {
  members: 2,
  epochs: 3,
  batchSize: 256,
  learningRate: 2e-3,
  dropout: 0.2,
  hidden: 96,
  placeHidden: 32,
  seed: 1,
};

/** Where training is: which network, which step of how many. */
type Watcher = (done: { readonly member: number; readonly step: number; readonly steps: number }) => void;

/** Trains networks on exhibits of one protocol, each with the options of both sets. */
export async function trainPanel(
  exhibits: readonly Exhibit[],
  evidence: readonly Evidence[],
  options: PointerOptions = pointerDefaults,
  watch: Watcher = () => {},
): Promise<Panel> {
  const lessons = exhibits.flatMap((exhibit) => candidateSets.flatMap((set) => lessonOf(exhibit, set) ?? []));
  if (lessons.length === 0) throw new Problem("There are no questions with two free candidates to train on.");
  const lens = lensOf(lessons, evidence, options.seed);
  const members: Values[] = [];
  for (let member = 0; member < options.members; member++)
    members.push(await trainMember(lessons, lens, options, member, (at) => watch({ ...at, member })));
  return new Panel(lens, shapeOf(lens, options), members);
}

/** The free candidates of one set, and which of them is right. */
function lessonOf(exhibit: Exhibit, set: CandidateSet): Lesson | undefined {
  const all = rowsOf(exhibit, set);
  const rows = all.filter((row) => row >= 0).sort((a, b) => a - b);
  const answer = rows.indexOf(all[exhibit.question.options[set].answer] ?? -1);
  return rows.length < 2 || answer < 0 ? undefined : { exhibit, rows, answer };
}

/** Middles and spreads from a few thousand lessons. */
function lensOf(lessons: readonly Lesson[], evidence: readonly Evidence[], seed: number): Lens {
  const compared = comparedColumns(evidence);
  const some = shuffled(lessons, random("lens", seed)).slice(0, 4000);
  const wide = some.flatMap(({ exhibit, rows }) =>
    contrast(
      rows.map((row) => featureRow(exhibit, row)),
      compared,
    ),
  );
  const places = some.flatMap(({ exhibit, rows }) => rows.flatMap((row) => placeRows(exhibit, row)));
  return {
    compared,
    candidates: scaleOf(wide, wide[0]?.length ?? 0),
    places: scaleOf(places, placeColumns.length),
  };
}

/** One network of a panel: which one decides its first weights, its dropout and the order of the lessons. */
async function trainMember(
  lessons: readonly Lesson[],
  lens: Lens,
  options: PointerOptions,
  member: number,
  watch: (at: { step: number; steps: number }) => void = () => {},
): Promise<Values> {
  const { epochs, batchSize, learningRate, dropout } = options;
  const { replicas } = await train(pointerModel(shapeOf(lens, options), dropout), {
    examples: lessons,
    collate: (some) => batchOf(some, lens),
    batchSize,
    epochs,
    adam: { learningRate },
    schedule: (step, steps) => 0.5 * (1 + Math.cos((Math.PI * (step + 1)) / steps)),
    seed: options.seed * 100 + member,
    threads: 1,
    onProgress: watch,
  });
  const weights = weightsOf(replicas.memory);
  await replicas.close();
  return weights;
}

function shapeOf({ candidates }: Lens, { hidden, placeHidden }: PointerOptions): Shape {
  const features = candidates.middles.length;
  return { features, places: placeColumns.length, hidden, placeHidden };
}
