import {
  type Aligner,
  type Alignment,
  type Chapter,
  type CorpusView,
  learnedFrom,
  type Method,
  type MethodOptions,
  sharedScores,
  withoutGold,
} from "@plotline/align";
import type { ClozeQuestion } from "./cloze.ts";
import {
  alignedContexts,
  blindView,
  type Contexts,
  contextsOf,
  visibleForCloze,
  visibleForCompletion,
} from "./contexts.ts";
import type { Protocol } from "./options.ts";

/** Where contexts come from: a method, the gold links, or alignments in files. */
export interface ContextSource {
  readonly name: string;
  readonly protocols: readonly Protocol[];
  /** Works whose gold links it learned from, by their titles. */
  readonly learnedFrom?: readonly string[];
  /** Undefined: this source says nothing of the chapter. */
  contexts(chapter: Chapter, wanted: Wanted): Promise<Contexts | undefined>;
  /** The links that contexts of the paper's protocol are made of. */
  links(chapter: Chapter): Promise<Alignment | undefined>;
}

/** For which task, and what the protocol hides in it. */
export type Wanted =
  | { readonly protocol: "paper" }
  | { readonly protocol: "blind"; readonly task: "cloze"; readonly questions: readonly ClozeQuestion[] }
  | { readonly protocol: "blind"; readonly task: "completion" };

/** Prepares methods twice: once on the corpus, and once on its stories alone for the blind protocol. */
export async function methodSources(
  methods: readonly Method[],
  corpus: CorpusView,
  options: Omit<MethodOptions, "scores">,
): Promise<ContextSource[]> {
  const [paperScores, blindScores] = [sharedScores(), sharedScores()];
  const blind = blindView(corpus);
  const sources: ContextSource[] = [];
  for (const method of methods) {
    const paper = await method.prepare(corpus, { ...options, scores: paperScores });
    const hidden = method.usesText !== false ? await method.prepare(blind, { ...options, scores: blindScores }) : paper;
    sources.push({ ...methodSource(method.name, paper, hidden), learnedFrom: learnedFrom(method, options.contextual) });
  }
  return sources;
}

export const goldSource: ContextSource = {
  name: "gold",
  protocols: ["paper"],
  contexts: async (chapter) => (chapter.gold === undefined ? undefined : contextsOf(chapter.gold, chapter)),
  links: async ({ gold }) => gold,
};

/** The aligner that the paper's best reader had, where nobody chose. */
export const paperAlignment = "Chronological-TFIDF";

/** Which contexts know gold links of the works that are asked about, in sentences. */
export function goldNotes(
  sources: readonly Pick<ContextSource, "name" | "learnedFrom">[],
  works: readonly { readonly title: string }[],
): string[] {
  return sources.flatMap(({ name, learnedFrom = [] }) => {
    if (name === goldSource.name) return ["The contexts of gold are the gold links themselves."];
    const known = works.filter(({ title }) => learnedFrom.includes(title)).length;
    if (known === 0) return [];
    return [
      `${name} learned from the gold links of ${known} of these ${works.length} works: its contexts there are informed by gold.`,
    ];
  });
}

function visibleText(chapter: Chapter, wanted: Wanted): string[] | undefined {
  if (wanted.protocol === "paper") return undefined;
  return wanted.task === "cloze" ? visibleForCloze(chapter, wanted.questions) : visibleForCompletion(chapter);
}

function methodSource(name: string, paper: Aligner, blind: Aligner): ContextSource {
  return {
    name,
    protocols: ["paper", "blind"],
    contexts: (chapter, wanted) =>
      alignedContexts(wanted.protocol === "paper" ? paper : blind, chapter, visibleText(chapter, wanted)),
    links: async (chapter) => paper(withoutGold(chapter)),
  };
}
