import { type Chapter, type ChapterChoice, type Corpus, chosenNumbers, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { addressesOf } from "./addresses/address.ts";
import { folderName } from "./folder-name.ts";
import { type Listing, listFolder } from "./listing.ts";
import { folderOf, type Manifest, type ManifestWork, readManifest } from "./manifest.ts";
import { publishedWork } from "./published.ts";
import { readChapter } from "./read-chapter.ts";
import { storeOf } from "./store/store.ts";
import { withPauses } from "./store/with-pauses.ts";

/**
 * Opens a corpus folder: lists its works, and reads a text when it is asked for.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * corpus.works.map(({ title }) => title); // → ["Forty Guineas", "The Sea's Tithe", "The Telling at Winterlow"]
 *
 */
export async function openCorpus(folder: string): Promise<Corpus> {
  const store = storeOf(folder);
  await store.open();
  const listing = await listFolder(folder);
  const manifest = await readManifest(store.folder);
  return new StoredCorpus(store.folder, worksOf(listing, manifest));
}

/** The works of a folder: those with a folder of stories, with what the manifest or the published list says of them. */
export function worksOf(listing: Listing, manifest: Manifest | undefined): Work[] {
  const said = new Map(manifest?.works.map((work) => [folderOf(work), work]));
  const titles = new Set(manifest?.works.map((work) => work.title));
  return [...listing.sections.stories.keys()].map((folder) => {
    const entry = said.get(folder);
    const title = entry?.title ?? freeTitle(titleOfFolder(folder), titles);
    titles.add(title);
    return workOf(folder, title, listing, entry);
  });
}

/** The work of this title, or a sentence that says which there are, the likeliest first. */
export function findWork(corpus: Corpus, title: string): Work {
  const wanted = title.normalize("NFC").toLowerCase();
  const found =
    corpus.works.find((work) => work.title === title || work.folder === title) ??
    corpus.works.find((work) => work.title.normalize("NFC").toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = likeliest(corpus.works, title)
    .slice(0, 5)
    .map((work) => `"${work.title}"`);
  const more = corpus.works.length > 5 ? ", …" : "";
  const there = names.length === 0 ? "it is empty" : `it has ${names.join(", ")}${more}`;
  throw new Problem(`${corpus.folder} has no work called "${title}"; ${there}.`);
}

/** `number` is counted from 0, as in the files; the sentence counts from 1, as people do. */
export function mustHaveChapter(
  folder: string,
  { title, chapters }: Pick<Work, "title" | "chapters">,
  number: number,
): void {
  if (chapters.includes(number)) return;
  const places = chapters.map((each) => each + 1);
  const shown = places.length > mostShown ? [...places.slice(0, mostShown), "…", places.at(-1)] : places;
  const there = places.length === 0 ? "it has none" : `it has ${shown.join(", ")}`;
  throw new Problem(`"${title}" in ${folder} has no chapter ${number + 1}; counted from 1, ${there}.`);
}

const mostShown = 8;

/** By how many words of some length their titles share. */
function likeliest(works: readonly Work[], title: string): Work[] {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const asked = new Set(wordsOf(title));
  const shared = new Map(works.map((work) => [work, wordsOf(work.title).filter((word) => asked.has(word)).length]));
  return [...works].sort((a, b) => shared.get(b)! - shared.get(a)!);
}

class StoredCorpus implements Corpus {
  private readonly hashes = new Map<string, Promise<string>>();

  constructor(
    readonly folder: string,
    readonly works: readonly Work[],
  ) {}

  async chapter(work: Work, number: number): Promise<Chapter> {
    mustHaveChapter(this.folder, work, number);
    return (await readChapter(this.folder, work, number)).chapter;
  }

  async *chapters(choice: ChapterChoice = {}): AsyncGenerator<Chapter> {
    const { works = this.works } = choice;
    const wanted = works.flatMap((work) => chosenNumbers(work, choice).map((number) => ({ work, number })));
    for await (const { work, number } of withPauses(wanted)) {
      const { chapter } = await readChapter(this.folder, work, number);
      if (isChosen(chapter, choice)) yield chapter;
    }
  }

  hash(works: readonly Work[] = this.works): Promise<string> {
    const key = JSON.stringify(works.map((work) => work.title).sort());
    const known = this.hashes.get(key) ?? hashOf(this, works);
    this.hashes.set(key, known);
    return known;
  }
}

function workOf(folder: string, title: string, { sections }: Listing, said: ManifestWork | undefined): Work {
  const published = publishedWork(title);
  const chapters = sections.stories.get(folder)?.numbers ?? [];
  const has = (section: "summaries" | "manual_alignments") => {
    const there = new Set(sections[section].get(folder)?.numbers);
    return chapters.filter((number) => there.has(number));
  };
  return {
    title,
    folder,
    author: said?.author,
    kind: said?.kind ?? published?.kind,
    split: said?.split ?? published?.split ?? "train",
    story: said?.story ?? {},
    summary: said?.summary ?? {},
    chapters,
    summarised: has("summaries"),
    annotated: has("manual_alignments"),
    language: said?.language,
    headings: said?.headings,
    addresses: said?.headings && addressesOf(said.headings, said.kind ?? published?.kind),
  };
}

/** Where Windows cannot spell a published title, its folder name is still recognised. */
function titleOfFolder(folder: string): string {
  const published = publishedWork(folder);
  return published !== undefined && folderName(published.title) === folder ? published.title : folder;
}

/** No two works have one title, whatever the folders are called. */
function freeTitle(title: string, taken: ReadonlySet<string>): string {
  let free = title;
  for (let copy = 2; taken.has(free); copy++) free = `${title} (${copy})`;
  return free;
}

/** A file without a paragraph is no summary, and no story either. */
function isChosen(chapter: Chapter, { unsummarised, goldOnly }: ChapterChoice): boolean {
  if (goldOnly) return chapter.gold !== undefined;
  return unsummarised === true || (chapter.summary.length > 0 && chapter.story.length > 0);
}

/**
 * Titles, splits, paragraphs and usable links, in the order of titles: the same on every machine, whatever the line ends
 * and folder names there.
 */
async function hashOf(corpus: Corpus, works: readonly Work[]): Promise<string> {
  const hash = storeOf(corpus.folder).newHash();
  const add = (text: string) => hash.update(encoder.encode(text));
  const byTitle = [...works].sort((a, b) => (a.title < b.title ? -1 : 1));
  for (const work of byTitle) {
    add(JSON.stringify([work.title, work.kind, work.split]));
    for await (const { number, summary, story, gold } of corpus.chapters({ works: [work], unsummarised: true })) {
      const links = gold?.map((link) => [link.summary, link.story]);
      add(`\n${number}\n${JSON.stringify(links ?? null)}\n${summary.length}\n`);
      add(summary.join("\n\n"));
      add("\n\n\n");
      add(story.join("\n\n"));
    }
  }
  return hash.digest("hex").slice(0, 12);
}

const encoder = new TextEncoder();
