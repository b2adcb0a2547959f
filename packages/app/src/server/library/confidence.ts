import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { FromFiles, parseConfidences, readIfThere } from "@plotline/corpus/node";

/** The mean confidence of a method's stored links for a work; undefined where none are stored. */
export async function meanConfidence(corpus: Corpus, work: Work, method: string): Promise<number | undefined> {
  const path = join("alignments", method, work.folder);
  const folder = join(corpus.folder, path);
  if (!existsSync(folder)) return undefined;
  return means.get([folder], () => meanIn(corpus.folder, path, work.summarised).catch(unlessFaulty));
}

const means = new FromFiles<number | undefined>(5_000);

/** A library opens although one stored alignment has a fault; the command that reads it names the file. */
function unlessFaulty(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

async function meanIn(root: string, path: string, numbers: readonly number[]): Promise<number | undefined> {
  let [sum, count] = [0, 0];
  for (const number of numbers) {
    const file = join(path, `${number}.json`);
    const text = await readIfThere(root, file);
    for (const { confidence } of text === undefined ? [] : parseConfidences(text, join(root, file))) {
      sum += confidence;
      count++;
    }
  }
  return count === 0 ? undefined : sum / count;
}
