import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Corpus, Work } from "@plotline/align";
import { sumOf, version } from "@plotline/base";
import { digestOf, writeAtomically } from "@plotline/base/node";
import { defaultSet, frozen, type QuestionSet, questionHashes, questionSets } from "../../question-sets.ts";
import { namedWork, workText } from "../../work.ts";
import { optionCount } from "../batches/cloze-batch.ts";
import { vocabularyHash } from "../run-folder.ts";
import { type EncodedCorpus, type EncodingOptions, encodeCorpus } from "./corpus.ts";
import type { EncodedWork } from "./examples.ts";
import { WordList } from "./words.ts";

/**
 * The same as `encodeCorpus`, cached in the corpus's .cache: finding the names of many works takes minutes. The key
 * covers texts, versions and the frozen questions; whether the rules of now make these is also tried on two small works.
 */
export async function cachedCorpus(
  corpus: Corpus,
  works: readonly Work[],
  options: Partial<EncodingOptions> = {},
): Promise<EncodedCorpus> {
  const path = join(corpus.folder, ".cache", "readers", `${await keyOf(corpus, works, options)}.bin`);
  const saved = await readFile(path)
    .then(unpackCorpus)
    .catch(() => undefined);
  if (saved !== undefined && (await asksTheSame(corpus, saved, options.set))) return saved;
  const made = await encodeCorpus(corpus, works, options);
  try {
    writeAtomically(path, packCorpus(made));
  } catch {
    // A read-only corpus is encoded again each time.
  }
  return made;
}

async function keyOf(
  corpus: Corpus,
  works: readonly Work[],
  { words, set = defaultSet, isTraining }: Partial<EncodingOptions>,
): Promise<string> {
  const splits = works.map((work) => [work.title, isTraining?.(work) ?? work.split]);
  const vocabulary = words && vocabularyHash(words);
  return digestOf(["v8", version, await corpus.hash(works), splits, vocabulary, set, frozen[set]], 16);
}

/** A rule or a tagger that has changed, before its set has a new version, is seen in what it asks. */
async function asksTheSame(corpus: Corpus, { works }: EncodedCorpus, set: QuestionSet = defaultSet): Promise<boolean> {
  const length = ({ chapters }: EncodedWork) => sumOf(chapters, ({ story }) => sumOf(story, (text) => text.length));
  const bySize = [...works].sort((a, b) => length(a) - length(b));
  const optionsOf = ({ chapters }: EncodedWork) => chapters.flatMap(({ cloze }) => cloze.map((each) => each.options));
  const tried = [bySize[0], bySize.find((work) => optionsOf(work).some((options) => options.length === optionCount))];
  for (const { title, split, questions } of tried.flatMap((each) => each ?? [])) {
    const work = corpus.works.find((each) => each.title === title);
    const named = work && namedWork(await workText(corpus, work));
    const now = named && questionHashes(questionSets[set](named, split === "train"));
    if (now?.cloze !== questions.cloze || now.completion !== questions.completion) return false;
  }
  return true;
}

export function packCorpus({ words: { words, markers }, works }: EncodedCorpus): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(serialize({ words, markers, works }), { params });
}

export function unpackCorpus(bytes: Uint8Array): EncodedCorpus {
  const { words, markers, works } = deserialize(brotliDecompressSync(bytes));
  return { words: new WordList(words, markers), works };
}
