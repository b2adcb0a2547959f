import weights from "../data/scorer.json" with { type: "json" };
import type { Answerer, Sitting } from "./answerer.ts";
import { type ClozeFeatures, clozeFeatures } from "./cloze-features.ts";
import { type CompletionFeatures, completionFeatures } from "./completion-features.ts";

/** What our scorer sees of an option, by name. `npm run train -- scorer` leaves out what brings less than .006. */
const evidence = {
  cloze: {
    inContext: ({ inContext }: ClozeFeatures) => Math.log1p(inContext),
    isInChapter: ({ inChapter }: ClozeFeatures) => Number(inChapter > 0),
    overlap: ({ overlap }: ClozeFeatures) => Math.log1p(overlap),
    named: ({ named }: ClozeFeatures) => named,
    asPlace: ({ asPlace }: ClozeFeatures) => asPlace,
  },
  completion: {
    withContext: ({ withContext }: CompletionFeatures) => withContext,
    withSurroundings: ({ withSurroundings }: CompletionFeatures) => withSurroundings,
    withChapter: ({ withChapter }: CompletionFeatures) => withChapter,
    junction: ({ junction }: CompletionFeatures) => junction,
  },
};

/** For each question, for each option, each number by the name of its evidence. */
export function evidenceOf(sitting: Sitting): Readonly<Record<string, number>>[][] {
  return sitting.task === "cloze"
    ? clozeFeatures(sitting).map((options) => options.map((option) => seen(option, evidence.cloze)))
    : completionFeatures(sitting).map((options) => options.map((option) => seen(option, evidence.completion)));
}

function seen<Features>(option: Features, by: Readonly<Record<string, (option: Features) => number>>) {
  return Object.fromEntries(Object.entries(by).map(([name, of]) => [name, of(option)]));
}

/** Our own answerer of both tasks: a weighted sum of named evidence. It learned from the open corpus, blind. */
export const scorers: readonly Answerer[] = [
  { name: "scorer", task: "cloze", answer },
  { name: "scorer", task: "completion", answer },
];

async function answer(sittings: readonly Sitting[]): Promise<number[][]> {
  return sittings.flatMap((sitting) => {
    const own = Object.entries(weights[sitting.task]);
    return evidenceOf(sitting).map((options) =>
      options.map((option) => own.reduce((sum, [name, weight]) => sum + weight * option[name]!, 0)),
    );
  });
}
