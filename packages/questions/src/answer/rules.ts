import type { CompletionItem } from "../completion.ts";
import { type Answerer, type ClozeSitting, type CompletionSitting, contextOf } from "./answerer.ts";
import { type ClozeFeatures, clozeFeatures } from "./cloze-features.ts";
import { type CompletionFeatures, completionFeatures } from "./completion-features.ts";
import { scorers } from "./scorer.ts";

/** Puts an option after all others. */
const last = 1e6;

/** Whoever answers without being trained first: chance, rules of one line, our scorer. */
export const readyAnswerers: readonly Answerer[] = [
  cloze("chance", () => 0),
  cloze("majority", ({ inWork }) => inWork),
  cloze("frequency", ({ inContext }) => inContext),
  cloze("frequency, not named", ({ inContext, named }) => inContext - last * named),
  { name: "answer in context", task: "cloze", answer: async (sittings) => sittings.flatMap(pointing) },
  completion("chance", () => 0),
  completion("context", ({ withContext }) => withContext),
  { name: "strike-out", task: "completion", answer: async (sittings) => sittings.flatMap(striking) },
  ...scorers,
];

function cloze(name: string, of: (option: ClozeFeatures) => number): Answerer {
  const answer = async (sittings: readonly ClozeSitting[]) =>
    sittings.flatMap((sitting) => clozeFeatures(sitting).map((options) => options.map(of)));
  return { name, task: "cloze", answer };
}

function completion(name: string, of: (option: CompletionFeatures) => number): Answerer {
  const answer = async (sittings: readonly CompletionSitting[]) =>
    sittings.flatMap((sitting) => completionFeatures(sitting).map((options) => options.map(of)));
  return { name, task: "completion", answer };
}

/** The ceiling of a reader that points at a name in its context; the one who is told the answer. */
function pointing(sitting: ClozeSitting): number[][] {
  const { story } = sitting.chapter;
  return sitting.questions.map((question) => {
    const { entities, answer } = question.options;
    const isThere = contextOf(sitting, question).some((place) => story[place]?.includes(entities[answer] ?? -1));
    return entities.map((_, k) => (k === answer ? (isThere ? 1 : -1) : 0));
  });
}

/**
 * The control for leaks: strikes out every option that is found in the inputs of a reader and guesses among the rest. It
 * answers as chance does, question by question, exactly when nothing of the other points reaches the reader.
 */
function striking(sitting: CompletionSitting): number[][] {
  const { story } = sitting.chapter.chapter;
  return sitting.questions.map((item) =>
    struckOut(item, [item.prefix, ...contextOf(sitting, item).map((place) => story[place] ?? "")]),
  );
}

/** 0 for the options that the inputs contain, 1 for the others. */
export function struckOut({ options }: Pick<CompletionItem, "options">, inputs: readonly string[]): number[] {
  const all = inputs.map(plain).join("\n");
  return options.map(({ text }) => Number(!all.includes(plain(text))));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
