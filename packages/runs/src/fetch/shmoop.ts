import { join } from "node:path";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { type SectionLink, sectionLinks } from "@plotline/books";
import { guideRecordName } from "@plotline/books/node";
import { folderName, publishedWork, publishedWorks } from "@plotline/corpus";
import sites from "./data/sites.json" with { type: "json" };
import { FetchedFolder } from "./folder.ts";
import { type Clock, NotAvailable, type PoliteFetcher, systemClock } from "./polite.ts";

/** Where Shmoop is, and where it keeps guides. */
export const shmoop = sites.shmoop;

interface FetchedGuide {
  readonly title: string;
  readonly folder: string;
  readonly sections: number;
  /** How many pages were fetched now; the others were here already. */
  readonly fetched: number;
}

interface GuideOrder {
  readonly out: string;
  readonly base: string;
  readonly permission: string;
  readonly clock?: Clock;
  /** Called before each page with how many there are. */
  readonly progress?: (done: number, total: number, name: string) => void;
}

/** A guide's contents page and the summary pages it lists, with the permission next to them. */
export async function fetchGuide(
  title: string,
  fetcher: Pick<PoliteFetcher, "get">,
  { out, base, permission, clock = systemClock, progress }: GuideOrder,
): Promise<FetchedGuide> {
  const { name, guide } = guideOf(title);
  const folder = new FetchedFolder(join(out, folderName(name)));
  let fetched = 0;
  if (!folder.has(indexFile)) {
    folder.save(indexFile, await firstIndex(guide, fetcher, base), clock.now());
    fetched++;
  }
  const index = folder.urlOf(indexFile) ?? base;
  const links = sectionLinks(folder.read(indexFile), index, guide);
  const sections = links.length > 0 ? links.map(withFile) : [{ name, url: index, file: indexFile }];
  record(folder.folder, { title: name, source: index, publisher: shmoop.publisher, permission, sections });
  for (const [k, section] of sections.entries()) {
    progress?.(k, sections.length, section.name);
    if (folder.has(section.file)) continue;
    folder.save(section.file, await fetcher.get(section.url), clock.now());
    fetched++;
  }
  return { title: name, folder: folder.folder, sections: sections.length, fetched };
}

/** A title of the published corpus, or a guide's own address on the site. */
export function guideOf(title: string): { name: string; guide: string } {
  const known = publishedWork(title);
  if (known !== undefined) return { name: known.title, guide: slug(known.guide) };
  if (/^\/[\w/-]+$/.test(title)) return { name: slug(title), guide: slug(title) };
  throw new Problem(
    `No guide address is known for "${title}"${alike(title)}; or give the guide's own address, as in /hamlet.`,
  );
}

const indexFile = "index.html";

async function firstIndex(guide: string, fetcher: Pick<PoliteFetcher, "get">, base: string) {
  let refusal: NotAvailable | undefined;
  for (const template of shmoop.indexes) {
    try {
      return await fetcher.get(base.replace(/\/$/, "") + template.replace("{guide}", guide));
    } catch (error) {
      if (!(error instanceof NotAvailable)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new NotAvailable(`${base}: there is no guide called ${guide}.`);
}

/** `/study-guides/literature/hamlet/` → `hamlet`. */
function slug(address: string): string {
  return address.split("/").filter(Boolean).at(-1) ?? "";
}

function withFile(link: SectionLink, k: number): SectionLink & { file: string } {
  return {
    ...link,
    file: `${String(k + 1).padStart(3, "0")} ${folderName(slug(new URL(link.url).pathname).replace(/\.html?$/, ""))}.html`,
  };
}

function record(folder: string, content: Record<string, unknown>): void {
  writeAtomically(join(folder, guideRecordName), `${JSON.stringify(content, null, 2)}\n`);
}

/** Titles that share the most words with what was asked for. */
function alike(title: string): string {
  const wanted = new Set(words(title));
  const scored = publishedWorks.map((work) => ({
    work,
    shared: words(work.title).filter((word) => wanted.has(word)).length,
  }));
  const best = scored.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared);
  const names = best.slice(0, 3).map(({ work }) => `"${work.title}"`);
  return names.length > 0 ? `; did you mean ${names.join(" or ")}` : "";
}

function words(title: string): string[] {
  return (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter(
    (word) => !["the", "a", "of", "and", "in"].includes(word),
  );
}
