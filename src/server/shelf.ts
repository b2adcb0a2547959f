import { openCorpus } from "../corpus/open.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import { NotThere } from "./refusals.ts";

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

const moment = 1_000;
