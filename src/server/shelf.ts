import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseConfidences } from "../corpus/alignment-file.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";

/** A corpus folder that may change underneath: it is listed again when what we know is older than a moment. */
export class Shelf {
  private opened: { readonly corpus: Promise<Corpus>; readonly at: number } | undefined;

  constructor(readonly folder: string) {}

  corpus(): Promise<Corpus> {
    if (this.opened === undefined || Date.now() - this.opened.at > moment) this.reopen();
    return (this.opened ?? this.reopen()).corpus;
  }

  /** After we changed the folder ourselves. */
  reopen(): { readonly corpus: Promise<Corpus>; readonly at: number } {
    const corpus = openCorpus(this.folder);
    corpus.catch(() => (this.opened = undefined));
    this.opened = { corpus, at: Date.now() };
    return this.opened;
  }

  /** The work of this folder name; looked up, never joined to a path. */
  async work(folder: string): Promise<{ corpus: Corpus; work: Work }> {
    const corpus = await this.corpus();
    const work = corpus.works.find((each) => each.folder === folder);
    if (work === undefined) throw new NotThere(`There is no work "${folder}" in this corpus.`);
    return { corpus, work };
  }
}

/** What was asked for does not exist. */
export class NotThere extends Problem {}

/** How sure a stored alignment of a work is: the mean confidence of its links; undefined when there is none. */
export async function sureness(corpus: Corpus, work: Work, method: string): Promise<number | undefined> {
  const key = `${corpus.folder}\n${method}\n${work.folder}`;
  const changed = (await stat(join(corpus.folder, "alignments", method, work.folder)).catch(() => undefined))?.mtimeMs;
  if (changed === undefined) return undefined;
  const known = surenessKnown.get(key);
  if (known?.changed === changed) return known.value;
  const value = await meanConfidence(corpus, work, method);
  surenessKnown.set(key, { changed, value });
  return value;
}

const moment = 1_000;
const surenessKnown = new Map<string, { readonly changed: number; readonly value: number | undefined }>();

async function meanConfidence(corpus: Corpus, work: Work, method: string): Promise<number | undefined> {
  let [sum, count] = [0, 0];
  for (const number of work.summarised) {
    const file = join(corpus.folder, "alignments", method, work.folder, `${number}.json`);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    for (const { confidence } of parseConfidences(text, file)) {
      sum += confidence;
      count++;
    }
  }
  return count === 0 ? undefined : sum / count;
}
