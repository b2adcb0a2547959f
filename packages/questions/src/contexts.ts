import {
  type Aligner,
  type Alignment,
  type Chapter,
  type CorpusView,
  learnedFrom,
  type Method,
  type MethodOptions,
  type Readable,
  sharedScores,
  withoutGold,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { type ClozeQuestion, maskedText } from "./cloze.ts";
import { prefixOf } from "./completion.ts";

/**
 * What the aligner may read. *paper*: the full summary, as the paper did, so that the alignment knows the answer.
 * *blind*: for cloze no point's masked entity, for completion no more than the first tokens of any point.
 */
export type Protocol = "paper" | "blind";
/** Both protocols, the paper's first. */
export const protocols: readonly Protocol[] = ["paper", "blind"];

/** For each point of a chapter the story paragraphs a reader is given, ascending. */
export type Contexts = readonly (readonly number[])[];

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

/** Contexts by the gold links, which know every answer. */
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
    const which = works.length === 1 ? "this work" : `${known} of these ${works.length} works`;
    return [`${name} learned from the gold links of ${which}: its contexts there are informed by gold.`];
  });
}

/** The paragraphs that each point is linked to. */
export function contextsOf(alignment: Alignment, { summary, story }: Pick<Chapter, "summary" | "story">): Contexts {
  const rows = summary.map(() => new Set<number>());
  for (const link of alignment) {
    const row = rows[link.summary];
    if (row === undefined || link.story < 0 || link.story >= story.length)
      throw new Problem(
        `The alignment links S${link.summary} and D${link.story}, which the chapter does not have: it was made for another corpus.`,
      );
    row.add(link.story);
  }
  return rows.map((row) => [...row].sort((a, b) => a - b));
}

function methodSource(name: string, paper: Aligner, blind: Aligner): ContextSource {
  return {
    name,
    protocols: ["paper", "blind"],
    async contexts(chapter, wanted) {
      const links =
        wanted.protocol === "paper"
          ? await paper(withoutGold(chapter), {})
          : await blind(withoutGold(chapter), { visible: visibleFor(chapter, wanted) });
      return contextsOf(links, chapter);
    },
    links: async (chapter) => paper(withoutGold(chapter)),
  };
}

/** The points as a blind aligner reads them: without the entity that is asked for there, or their first tokens. */
export function visibleFor(
  { summary }: Pick<Chapter, "summary">,
  wanted: Exclude<Wanted, { readonly protocol: "paper" }>,
): string[] {
  if (wanted.task === "completion") return summary.map(prefixOf);
  const visible = [...summary];
  for (const question of wanted.questions) visible[question.paragraph] = maskedText(question, "");
  return visible;
}

/** A blind aligner is prepared on stories alone: no summary's words reach its counts or weights. */
function blindView(corpus: CorpusView): CorpusView {
  return {
    async *chapters(work?: string): AsyncIterable<Readable> {
      for await (const chapter of corpus.chapters(work)) yield { ...chapter, summary: chapter.summary.map(() => "") };
    },
  };
}
