import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { FromFiles, parseConfidences, readIfThere } from "@plotline/corpus/node";

/** The mean confidence of a method's stored links for a work; undefined where none are stored. */
export async function meanConfidence(corpus: Corpus, work: Work, method: string): Promise<number | undefined> {
  const files = work.summarised.map((number) => `alignments/${method}/${work.folder}/${number}.json`);
  return means.get(corpus.folder, files, () => meanIn(corpus.folder, files).catch(unlessFaulty));
}

const means = new FromFiles<number | undefined>(5_000);

/** A library opens although one stored alignment has a fault; the command that reads it names the file. */
function unlessFaulty(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

async function meanIn(root: string, files: readonly string[]): Promise<number | undefined> {
  let [sum, count] = [0, 0];
  for (const file of files) {
    const text = await readIfThere(root, file);
    for (const { confidence } of text === undefined ? [] : parseConfidences(text, `${root}/${file}`)) {
      sum += confidence;
      count++;
    }
  }
  return count === 0 ? undefined : sum / count;
}
