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

export type ScorerWeights = Readonly<Record<Sitting["task"], Readonly<Record<string, number>>>>;

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
export function scorerAnswerers(by: ScorerWeights = weights): Answerer[] {
  const scores = (sitting: Sitting) =>
    evidenceOf(sitting).map((options) =>
      options.map((option) => Object.entries(by[sitting.task]).reduce((sum, [name, w]) => sum + w * option[name]!, 0)),
    );
  const answer = async (sittings: readonly Sitting[]) => sittings.flatMap(scores);
  return [
    { name: scorerName, task: "cloze", answer },
    { name: scorerName, task: "completion", answer },
  ];
}

/** Its name in tables. */
const scorerName = "scorer";
