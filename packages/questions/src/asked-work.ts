import type { Corpus, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import type { ClozeQuestion } from "./cloze.ts";
import type { CompletionItem } from "./completion.ts";
import type { Contexts } from "./contexts.ts";
import type { Protocol } from "./options.ts";
import { type QuestionSet, questionHashes, questionSets, type WorkQuestions } from "./question-sets.ts";
import type { ContextSource, Wanted } from "./sources.ts";
import { byChapter, type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

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

/** What readers of each task are given: under the paper's protocol the same, under the blind one not. */
interface TaskContexts {
  readonly cloze: readonly Joined[];
  readonly completion: readonly Joined[];
}

/** A chapter with its questions and their contexts. */
export interface AskedChapter {
  readonly chapter: NamedChapter;
  readonly questions: readonly ClozeQuestion[];
  readonly items: readonly CompletionItem[];
  readonly contexts: TaskContexts;
}

/** The questions of a work come first and know nothing of alignments; contexts are joined, chapter by chapter. */
export class AskedWork {
  private constructor(
    readonly work: Work,
    readonly named: NamedWork,
    private readonly questions: WorkQuestions,
    private readonly options: AskOptions,
  ) {}

  static async of(corpus: Corpus, work: Work, options: AskOptions): Promise<AskedWork> {
    const named = namedWork(await workText(corpus, work));
    return new AskedWork(work, named, questionSets[options.set](named, work.split === "train"), options);
  }

  /** Of what its questions ask. */
  get hashes(): ReturnType<typeof questionHashes> {
    return questionHashes(this.questions);
  }

  get points(): number {
    return sumOf(this.named.chapters, ({ chapter }) => chapter.summary.length);
  }

  async *chapters(): AsyncGenerator<AskedChapter> {
    const { named, questions: made, options } = this;
    const [cloze, completion] = [byChapter(made.cloze), byChapter(made.completion)];
    for (const chapter of named.chapters) {
      const { number } = chapter.chapter;
      const questions = cloze.get(number) ?? [];
      const contexts = await contextsFor(chapter, questions, options);
      yield { chapter, questions, items: completion.get(number) ?? [], contexts };
    }
  }
}

async function contextsFor(
  chapter: NamedChapter,
  questions: readonly ClozeQuestion[],
  { sources }: AskOptions,
): Promise<TaskContexts> {
  const paper = await joined(sources, chapter, { protocol: "paper" });
  const cloze = await joined(sources, chapter, { protocol: "blind", task: "cloze", questions });
  const completion = await joined(sources, chapter, { protocol: "blind", task: "completion" });
  return { cloze: [...paper, ...cloze], completion: [...paper, ...completion] };
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
