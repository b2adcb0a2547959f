import { type Random, random, shuffled } from "@plotline/base";
import type { Joined } from "../asked-work.ts";
import type { ClozeQuestion } from "../cloze.ts";
import type { Contexts } from "../contexts.ts";
import type { NamedChapter } from "../work.ts";

/** Contexts that should help less: another point's, and without the paragraphs that name the answer. */
export function withControls(
  lines: readonly Joined[],
  { chapter, story }: NamedChapter,
  questions: readonly ClozeQuestion[],
): Joined[] {
  const made = lines.filter(({ protocol, alignment }) => protocol === "paper" && alignment !== "gold");
  const next = random("shuffled", chapter.work, chapter.number);
  const answers = new Map(questions.map(({ paragraph, entity }) => [paragraph, entity]));
  return [
    ...lines,
    ...made.flatMap((line) => [
      { ...line, alignment: `${line.alignment}, shuffled`, contexts: shuffledContexts(line.contexts, next) },
      {
        ...line,
        alignment: `${line.alignment}, answer absent`,
        contexts: line.contexts.map((context, k) => contextWithout(context, story, answers.get(k) ?? -1)),
      },
    ]),
  ];
}

/** Every point gets another point's context. */
export function shuffledContexts(contexts: Contexts, next: Random): Contexts {
  const order = shuffled([...contexts.keys()], next);
  const other = new Map(order.map((k, at) => [k, order[(at + 1) % order.length] as number]));
  return contexts.map((_, k) => contexts[other.get(k) as number] ?? []);
}

/** The context without the paragraphs that name an entity. */
export function contextWithout(
  context: readonly number[],
  story: readonly (readonly number[])[],
  entity: number,
): number[] {
  return context.filter((paragraph) => !story[paragraph]?.includes(entity));
}
