import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import type { ContextSource } from "../../contexts.ts";
import { defaultSet, type QuestionSet } from "../../question-sets.ts";
import { namedWork, workText } from "../../work.ts";
import { encodeWork } from "./encode.ts";
import { chapterKey, type Encoded, type EncodedWork, type WorkContexts } from "./examples.ts";
import { WordList } from "./words.ts";

/** Works as numbers, and what the numbers mean. */
export interface EncodedCorpus {
  readonly words: WordList;
  readonly works: readonly EncodedWork[];
}

export interface EncodingOptions {
  /** The questions; by default the paper's. */
  readonly set?: QuestionSet;
  /** The vocabulary of a trained model; made from the training works where there is none yet. */
  readonly words?: WordList;
  /** The works that the vocabulary is made from, and that ask for words too; by default those of the split "train". */
  readonly isTraining?: (work: Pick<Work, "title" | "split">) => boolean;
  readonly onWork?: (work: Work) => void;
}

/** Reads works one after the other and keeps them as numbers. */
export async function encodeCorpus(
  corpus: Corpus,
  works: readonly Work[],
  options: Partial<EncodingOptions> = {},
): Promise<EncodedCorpus> {
  const { words, isTraining = inTraining, set = defaultSet } = options;
  const seen = new SeenWords();
  const number = words === undefined ? (word: string) => seen.number(word) : (word: string) => words.number(word);
  const encoded: EncodedWork[] = [];
  for (const work of works) {
    if (work.summarised.length > 0)
      encoded.push(
        encodeWork(namedWork(await workText(corpus, work)), isTraining(work) ? "train" : "validation", number, set),
      );
    options.onWork?.(work);
  }
  if (words !== undefined) return { words, works: encoded };
  const made = WordList.of(seen.counts(encoded.filter(({ split }) => split === "train")));
  seen.renumber(encoded, made);
  return { words: made, works: encoded };
}

function inTraining({ split }: Pick<Work, "split">): boolean {
  return split === "train";
}

/** What a source gives the points of these works. */
export async function contextsFor(
  corpus: Corpus,
  works: readonly Work[],
  source: ContextSource,
): Promise<WorkContexts> {
  const found = new Map<string, readonly (readonly number[])[]>();
  const missing: string[] = [];
  for await (const chapter of corpus.chapters({ works })) {
    const key = chapterKey(chapter.work, chapter.number);
    const contexts = await source.contexts(chapter, { protocol: "paper" });
    if (contexts === undefined) missing.push(key);
    else found.set(key, contexts);
  }
  if (missing.length > 0) throw missingAlignment(source.name, missing);
  return found;
}

function missingAlignment(name: string, missing: readonly string[]): Problem {
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  return new Problem(
    `The alignment ${name} is missing for ${missing[0]}${more}; make it for every chapter, or choose another alignment.`,
  );
}

/** Numbers for words while the vocabulary is not known yet. */
class SeenWords {
  private readonly numbers = new Map<string, number>();

  number(word: string): number {
    const found = this.numbers.get(word) ?? this.numbers.size;
    if (found === this.numbers.size) this.numbers.set(word, found);
    return found + provisional;
  }

  counts(works: readonly EncodedWork[]): Map<string, number> {
    const counts = new Uint32Array(this.numbers.size);
    for (const text of writtenIn(works))
      for (const token of text)
        if (token >= provisional) counts[token - provisional] = (counts[token - provisional] ?? 0) + 1;
    return new Map([...this.numbers].map(([word, place]) => [word, counts[place] ?? 0]));
  }

  renumber(works: readonly EncodedWork[], words: WordList): void {
    const numbers = Int32Array.from(this.numbers.keys(), (word) => words.number(word));
    const again = (text: Encoded) => {
      text.forEach((token, place) => {
        if (token >= provisional) text[place] = numbers[token - provisional] ?? 0;
      });
    };
    for (const text of writtenIn(works)) again(text);
    for (const { chapters } of works)
      for (const { cloze } of chapters)
        for (const { text, options } of cloze) for (const each of [text, options]) again(each);
  }
}

/** Above every number that a word list gives, so that the two cannot be mixed up. */
const provisional = 1 << 24;

/** Stories and points; questions are made of these. */
function* writtenIn(works: readonly EncodedWork[]): Generator<Encoded> {
  for (const { chapters } of works)
    for (const { story, points } of chapters) {
      yield* story;
      for (const { text } of points) yield text;
    }
}
