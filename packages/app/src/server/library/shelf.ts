import { basename, resolve } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { NotThere } from "../refusals.ts";

/** A corpus folder that other programs may change: it is listed again when the last listing is older than a moment. */
export class Shelf {
  private opened: { readonly corpus: Promise<Corpus>; readonly at: number } | undefined;

  /** `base` begins the addresses of everything in this corpus: empty, or `/c/` and a name. */
  constructor(
    readonly folder: string,
    readonly base = "",
  ) {}

  get name(): string {
    return basename(resolve(this.folder));
  }

  corpus(): Promise<Corpus> {
    if (this.opened === undefined || Date.now() - this.opened.at > moment) this.reopen();
    return (this.opened ?? this.reopen()).corpus;
  }

  /** Makes a change of the folder, and lists it again whatever became of it. */
  reopenAfter<T>(change: Promise<T>): Promise<T> {
    return change.finally(() => this.reopen());
  }

  /** After we changed the folder ourselves. */
  reopen(): { readonly corpus: Promise<Corpus>; readonly at: number } {
    const corpus = openCorpus(this.folder);
    corpus.catch(() => (this.opened = undefined));
    this.opened = { corpus, at: Date.now() };
    return this.opened;
  }

  /** A place by the folder name of its work, which is looked up, never joined to a path. */
  async at<Place extends { readonly folder: string }>(place: Place): Promise<Place & { corpus: Corpus; work: Work }> {
    const corpus = await this.corpus();
    const work = corpus.works.find((each) => each.folder === place.folder);
    if (work === undefined) throw new NotThere(`There is no work "${place.folder}" in this corpus.`);
    return { ...place, corpus, work };
  }
}

const moment = 1_000;

/** The first corpus needs no name in its addresses; the others have that of their folder, or a variant where it is taken. */
export function shelvesOf(folders: readonly string[]): Shelf[] {
  const [twice] = folders.filter((folder, at) => folders.findIndex((each) => resolve(each) === resolve(folder)) < at);
  if (twice !== undefined) throw new Problem(`${twice} is given twice; give each corpus once.`);
  const taken = new Set<string>();
  return folders.map((folder, at) => new Shelf(folder, at === 0 ? "" : baseOf(folder, taken)));
}

function baseOf(folder: string, taken: Set<string>): string {
  const name = basename(resolve(folder)).replace(/[^A-Za-z0-9_-]+/g, "-") || "corpus";
  const variants = [name, ...Array.from({ length: taken.size }, (_, k) => `${name}-${k + 2}`)];
  const free = variants.find((each) => !taken.has(each)) ?? name;
  taken.add(free);
  return `/c/${free}`;
}
