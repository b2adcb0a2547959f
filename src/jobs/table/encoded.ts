import { createHash } from "node:crypto";
import { join } from "node:path";
import { readBytesIfThere } from "../../corpus/read-file.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { type EncodedCorpus, encodeCorpus, packCorpus, unpackCorpus } from "../../readers/index.ts";
import { version } from "../../version.ts";
import { writeAtomically } from "../../write.ts";
import type { Fold } from "./folds.ts";

/** The works of a fold as numbers; kept in the corpus, for reading them takes longer than anything but training. */
export async function encodedFold(
  corpus: Corpus,
  fold: Fold,
  onWork: (done: number, total: number) => void,
): Promise<EncodedCorpus> {
  const works = [...fold.train, ...fold.asked];
  const file = join(corpus.folder, ".cache", "readers", `${await keyOf(corpus, fold)}.br`);
  const kept = await readBytesIfThere(file);
  if (kept !== undefined) return unpackCorpus(kept);
  const training = new Set<string>(fold.train.map(({ title }) => title));
  let done = 0;
  const encoded = await encodeCorpus(corpus, works, {
    isTraining: ({ title }) => training.has(title),
    onWork: () => onWork(++done, works.length),
  });
  writeAtomically(file, packCorpus(encoded));
  return encoded;
}

async function keyOf(corpus: Corpus, { train, asked }: Fold): Promise<string> {
  const names = (works: readonly Work[]) => works.map(({ title }) => title);
  const about = [version, await corpus.hash([...train, ...asked]), names(train), names(asked)];
  return createHash("sha256").update(JSON.stringify(about)).digest("hex").slice(0, 16);
}
