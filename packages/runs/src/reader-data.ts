import type { Corpus, Work } from "@plotline/align";
import type { ContextSource, WorkContexts } from "@plotline/questions";
import { cachedCorpus, contextsFor, type EncodedCorpus, type EncodingOptions } from "@plotline/questions/node";
import { contextSource } from "./context-sources.ts";
import type { MethodFinder } from "./methods/methods.ts";

/** What a reader is trained on or asked about: works as numbers, and the context of each of their questions. */
export interface ReaderData {
  readonly encoded: EncodedCorpus;
  readonly contexts: WorkContexts;
  readonly source: ContextSource;
}

interface ReaderDataOptions extends Pick<Partial<EncodingOptions>, "words" | "wordList" | "isTraining" | "onWork"> {
  /** Where contexts come from, and the seed of what is random in it. */
  readonly alignment: string;
  readonly seed: number;
  /** An encoder's folder, for alignments that compare vectors. */
  readonly encoder?: string;
  /** How the alignment's method is found; by default it may be a file of the user's. */
  readonly find?: MethodFinder;
}

export async function readerData(
  corpus: Corpus,
  works: readonly Work[],
  { alignment, seed, encoder, find, ...encoding }: ReaderDataOptions,
): Promise<ReaderData> {
  const source = await contextSource(corpus, alignment, seed, encoder, find);
  const encoded = await cachedCorpus(corpus, works, encoding);
  return { encoded, contexts: await contextsFor(corpus, works, source), source };
}
