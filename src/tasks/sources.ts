import type { Method, MethodOptions } from "../align/method.ts";
import { sharedScores } from "../align/scores.ts";
import type { Chapter } from "../corpus/types.ts";
import type { ClozeQuestion } from "./cloze.ts";
import { alignedContexts, type Contexts, contextsOf, visibleForCloze, visibleForCompletion } from "./contexts.ts";
import type { Protocol } from "./options.ts";

/** Where contexts come from: a method, the gold links, or alignments in files. */
export interface ContextSource {
  readonly name: string;
  readonly protocols: readonly Protocol[];
  /** Undefined: this source says nothing of the chapter. */
  contexts(chapter: Chapter, wanted: Wanted): Promise<Contexts | undefined>;
}

/** For which task, and what the protocol hides in it. */
export type Wanted =
  | { readonly protocol: "paper" }
  | { readonly protocol: "blind"; readonly task: "cloze"; readonly questions: readonly ClozeQuestion[] }
  | { readonly protocol: "blind"; readonly task: "completion"; readonly given: number };

/** Methods see no corpus while they are prepared: no summary's words may reach the counts or weights of a blind aligner. */
export async function methodSources(
  methods: readonly Method[],
  options: Omit<MethodOptions, "scores" | "corpus">,
): Promise<ContextSource[]> {
  const scores = sharedScores();
  const sources: ContextSource[] = [];
  for (const method of methods) {
    const align = await method.prepare({ ...options, scores });
    sources.push({
      name: method.name,
      protocols: ["paper", "blind"],
      contexts: (chapter, wanted) => alignedContexts(align, chapter, visibleText(chapter, wanted)),
    });
  }
  return sources;
}

export const goldSource: ContextSource = {
  name: "gold",
  protocols: ["paper"],
  contexts: async (chapter) => (chapter.gold === undefined ? undefined : contextsOf(chapter.gold, chapter)),
};

function visibleText(chapter: Chapter, wanted: Wanted): string[] | undefined {
  if (wanted.protocol === "paper") return undefined;
  return wanted.task === "cloze"
    ? visibleForCloze(chapter, wanted.questions)
    : visibleForCompletion(chapter, wanted.given);
}
