import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Corpus, Work } from "@plotline/align";
import { version } from "@plotline/base";
import { digestOf, writeAtomically } from "@plotline/base/node";
import { frozen } from "../../question-sets.ts";
import { vocabularyHash } from "../run-folder.ts";
import { type EncodedCorpus, type EncodingOptions, encodeCorpus } from "./corpus.ts";
import { WordList } from "./words.ts";

/**
 * The same as `encodeCorpus`, cached in the corpus's .cache: finding the names of many works takes minutes. The key
 * covers everything that determines the result, so nothing in the folder can be out of date.
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
  if (saved !== undefined) return saved;
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
  { words, set = "paper-1", isTraining }: Partial<EncodingOptions>,
): Promise<string> {
  const splits = works.map((work) => [work.title, isTraining?.(work) ?? work.split]);
  const vocabulary = words && vocabularyHash(words);
  return digestOf(["v8", version, await corpus.hash(works), splits, vocabulary, set, frozen[set]], 16);
}

export function packCorpus({ words: { words, markers }, works }: EncodedCorpus): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(serialize({ words, markers, works }), { params });
}

export function unpackCorpus(bytes: Uint8Array): EncodedCorpus {
  const { words, markers, works } = deserialize(brotliDecompressSync(bytes));
  return { words: new WordList(words, markers), works };
}
