import type { Corpus, Work } from "../../src/corpus/types.ts";
import { sumOf } from "../../src/lists.ts";
import { Problem } from "../../src/problem.ts";
import { random, shuffled } from "../../src/random.ts";
import { type CoherenceNetwork, packNetwork } from "../../src/readers/completion/coherence/network.ts";
import { type Shown, WorkScorer, withBest } from "../../src/readers/completion/scorer.ts";
import {
  blindAlignment,
  type CompletionWeights,
  type ForestName,
  forestNames,
} from "../../src/readers/completion/weights.ts";
import { completionItems } from "../../src/tasks/completion.ts";
import { visibleForCompletion } from "../../src/tasks/contexts.ts";
import { completionDefaults } from "../../src/tasks/options.ts";
import type { ContextSource } from "../../src/tasks/sources.ts";
import { byChapter, type WorkText, workText } from "../../src/tasks/work.ts";
import { type Example, type ForestOptions, fitRanking } from "../forest.ts";
import { bulletGroups, sentenceGroups } from "./examples.ts";
import { type CoherenceOptions, type CoherenceProgress, type Group, learnCoherence } from "./learn.ts";

interface TrainCompletionOptions {
  readonly network: CoherenceOptions;
  readonly forest: ForestOptions;
  /** The share of the works on which the trees learn how far to trust the network, which has not seen them. */
  readonly heldBack: number;
  /** Sentences drawn from each chapter of a story. */
  readonly sentences: number;
  readonly seed: number;
}

export const completionTrainingDefaults: TrainCompletionOptions = {
  network: {
    words: 8192,
    endings: 2048,
    given: completionDefaults.given,
    opening: 8,
    rest: 24,
    width: 32,
    hidden: 128,
    meeting: 64,
    dropout: 0.1,
    storyPasses: 3,
    bulletPasses: 5,
    batch: 256,
    rate: 2e-3,
    seed: 1,
    threads: 1,
  },
  forest: { trees: 90, levels: 4, rate: 0.2, bins: 24, ridge: 20, digits: 4 },
  heldBack: 0.12,
  sentences: 90,
  seed: 1,
};

type TrainingStage = "first network" | "trees" | "last network";

type Watch = (stage: TrainingStage, progress: CoherenceProgress) => void;

/**
 * Learns on the works that are not for validation. A network that has seen a bullet trusts itself too much on it, so
 * the trees learn on works held out from a first network; the network that ships then learns from all.
 */
export async function trainCompletion(
  corpus: Corpus,
  sources: readonly ContextSource[],
  options: TrainCompletionOptions,
  onProgress: Watch = () => {},
): Promise<CompletionWeights> {
  const texts = await trainingTexts(corpus, options);
  const { lists, held } = await heldBackLists(corpus, texts, sources, options, onProgress);
  const last = await learn(texts, options, (progress) => onProgress("last network", progress));
  return {
    about: `Made by training/train-completion-scorer.mjs from ${texts.length} works of corpus ${await corpus.hash()}, seed ${options.seed}: ${count(texts, "stories")} sentences × ${options.network.storyPasses} and ${count(texts, "bullets")} bullets × ${options.network.bulletPasses} for the network, ${lists.blind.length} items of ${held.length} works for the trees.`,
    coherence: packNetwork(last),
    forests: Object.fromEntries(
      forestNames.map((name) => [name, fitRanking(lists[name].map(examplesOf), options.forest)]),
    ),
  };
}

/** The options of an item as the trees see them, which is right, and the work it is from. */
interface List {
  readonly work: string;
  readonly rows: readonly Float32Array[];
  readonly answer: number;
}

function examplesOf({ rows, answer }: List): Example[] {
  return rows.map((features, k) => ({ features, right: k === answer }));
}

/** The items of the works held back, scored by a network that has not seen them, for each forest. */
async function heldBackLists(
  corpus: Corpus,
  texts: readonly TrainingText[],
  sources: readonly ContextSource[],
  options: TrainCompletionOptions,
  onProgress: Watch,
): Promise<{ readonly lists: Lists; readonly held: readonly Work[] }> {
  const share = Math.max(1, Math.round(texts.length * options.heldBack));
  const works = texts.map(({ work }) => work);
  const held = shuffled(works, random("held back", options.seed)).slice(0, share);
  const learning = texts.filter(({ work }) => !held.includes(work));
  const network = await learn(learning, options, (progress) => onProgress("first network", progress));
  const lists: Lists = { blind: [], TFIDF: [], "Chronological-TFIDF": [], "Posterior-BM25": [], any: [] };
  for (const [k, work] of held.entries()) {
    await collectLists(await workText(corpus, work), sources, network, lists);
    onProgress("trees", { step: k + 1, steps: held.length, loss: 0 });
  }
  return { lists, held };
}

function trainingWorks(corpus: Corpus): Work[] {
  const works = corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0);
  if (works.length >= 2) return works;
  throw new Problem(
    `${corpus.folder} has ${works.length === 0 ? "no" : "one"} summarised work outside validation, and the completion scorer needs at least two: one to learn from, one to be held back.`,
  );
}

/** A work cut into texts to learn from. */
interface TrainingText {
  readonly work: Work;
  readonly stories: readonly Group[];
  readonly bullets: readonly Group[];
}

/** The works outside validation. Plays give no sentences: they are speeches with speakers' names. */
async function trainingTexts(corpus: Corpus, options: TrainCompletionOptions): Promise<TrainingText[]> {
  const { network, seed, sentences } = options;
  const texts: TrainingText[] = [];
  for (const work of trainingWorks(corpus)) {
    const { chapters } = await workText(corpus, work);
    const drawing = { perChapter: sentences, next: random("sentences", seed, work.title) };
    const stories = work.kind === "play" ? [] : sentenceGroups(chapters, network, drawing);
    texts.push({ work, stories, bullets: bulletGroups(chapters, network) });
  }
  return texts;
}

function learn(
  texts: readonly TrainingText[],
  options: TrainCompletionOptions,
  onProgress: (progress: CoherenceProgress) => void,
): Promise<CoherenceNetwork> {
  const all = (which: "stories" | "bullets") => texts.flatMap((text) => text[which]);
  return learnCoherence(all("stories"), all("bullets"), options.network, onProgress);
}

function count(texts: readonly TrainingText[], which: "stories" | "bullets"): number {
  return sumOf(texts, (text) => text[which].flat().length);
}

type Lists = Record<ForestName, List[]>;

/** Adds the items of a work. */
async function collectLists(
  { title, chapters }: WorkText,
  sources: readonly ContextSource[],
  network: CoherenceNetwork,
  lists: Lists,
): Promise<void> {
  const scorer = new WorkScorer(chapters, network, { forests: {} });
  const itemsOf = byChapter(completionItems({ title, chapters }));
  for (const chapter of chapters) {
    const items = itemsOf.get(chapter.number) ?? [];
    if (items.length === 0 || chapter.story.length === 0) continue;
    const shown = await shownBy(sources, chapter);
    scorer.rows(items, chapter, shown).forEach((places, n) => {
      const { id, answer } = items[n]!;
      places.forEach((rows, k) => {
        lists[forestOf(shown[k]!)].push({ work: title, rows: withBest(rows), answer });
      });
      const paper = places.filter((_, k) => shown[k]?.protocol === "paper");
      const drawn = paper[Math.floor(random("any", id)() * paper.length)];
      if (drawn !== undefined) lists.any.push({ work: title, rows: withBest(drawn), answer });
    });
  }
}

/** What each source shows of a chapter in the paper's protocol, and the good one in the blind. */
async function shownBy(sources: readonly ContextSource[], chapter: WorkText["chapters"][number]): Promise<Shown[]> {
  const prefixes = visibleForCompletion(chapter, completionDefaults.given);
  const shown: Shown[] = [];
  for (const source of sources) {
    const contexts = await source.contexts(chapter, { protocol: "paper" });
    if (contexts !== undefined) shown.push({ protocol: "paper", alignment: source.name, contexts, prefixes });
  }
  const blind = await sources
    .find(({ name }) => name === blindAlignment)
    ?.contexts(chapter, { protocol: "blind", task: "completion", given: completionDefaults.given });
  shown.push({ protocol: "blind", alignment: blindAlignment, contexts: blind ?? [], prefixes });
  return shown;
}

function forestOf({ protocol, alignment }: Shown): ForestName {
  return protocol === "blind" ? "blind" : (forestNames.find((name) => name === alignment) ?? "any");
}
