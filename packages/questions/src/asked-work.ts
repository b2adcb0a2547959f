import type { Corpus, Work } from "@plotline/align";
import { groupedBy } from "@plotline/base";
import type { ClozeQuestion } from "./cloze.ts";
import type { CompletionItem } from "./completion.ts";
import type { ContextSource, Contexts, Protocol, Wanted } from "./contexts.ts";
import { type QuestionSet, questionHashes, questionSets } from "./question-sets.ts";
import { type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

/** Which questions are asked, and where their contexts come from. */
export interface AskOptions {
  readonly set: QuestionSet;
  readonly sources: readonly ContextSource[];
}

/** Contexts of a chapter by their source. */
export interface Joined {
  readonly alignment: string;
  readonly protocol: Protocol;
  readonly contexts: Contexts;
}

/** A chapter with its questions and their contexts: under the paper's protocol those of both tasks are the same. */
export interface AskedChapter {
  readonly chapter: NamedChapter;
  readonly questions: readonly ClozeQuestion[];
  readonly items: readonly CompletionItem[];
  readonly contexts: Readonly<Record<"cloze" | "completion", readonly Joined[]>>;
}

export interface AskedWork {
  readonly named: NamedWork;
  /** Of what its questions ask. */
  readonly hashes: ReturnType<typeof questionHashes>;
  chapters(): AsyncGenerator<AskedChapter>;
}

/** The questions of a work come first and know nothing of alignments; contexts are joined, chapter by chapter. */
export async function askedWork(corpus: Corpus, work: Work, { set, sources }: AskOptions): Promise<AskedWork> {
  const named = namedWork(await workText(corpus, work));
  const made = questionSets[set](named, work.split === "train");
  const cloze = groupedBy(made.cloze, ({ chapter }) => chapter);
  const completion = groupedBy(made.completion, ({ chapter }) => chapter);
  return {
    named,
    hashes: questionHashes(made),
    async *chapters() {
      for (const chapter of named.chapters) {
        const { number } = chapter.chapter;
        const questions = cloze.get(number) ?? [];
        const paper = await joined(sources, chapter, { protocol: "paper" });
        const blind = await joined(sources, chapter, { protocol: "blind", task: "cloze", questions });
        const begun = await joined(sources, chapter, { protocol: "blind", task: "completion" });
        const contexts = { cloze: [...paper, ...blind], completion: [...paper, ...begun] };
        yield { chapter, questions, items: completion.get(number) ?? [], contexts };
      }
    },
  };
}

async function joined(sources: readonly ContextSource[], { chapter }: NamedChapter, wanted: Wanted): Promise<Joined[]> {
  const found: Joined[] = [];
  for (const source of sources) {
    if (!source.protocols.includes(wanted.protocol)) continue;
    const contexts = await source.contexts(chapter, wanted);
    if (contexts !== undefined) found.push({ alignment: source.name, protocol: wanted.protocol, contexts });
  }
  return found;
}
