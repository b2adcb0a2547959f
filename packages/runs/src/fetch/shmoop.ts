import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { type SectionLink, sectionLinks } from "@plotline/books";
import { guideRecordName, readGuideRecord } from "@plotline/books/node";
import { folderName, publishedWork } from "@plotline/corpus";
import sites from "./data/sites.json" with { type: "json" };
import { fetchedTo, type PoliteFetcher } from "./polite.ts";

/** Where Shmoop is, and where it keeps guides. */
export const shmoop = sites.shmoop;

interface GuideOrder {
  readonly out: string;
  readonly base: string;
  readonly permission: string;
  /** Called before each page with how many there are. */
  readonly progress?: (done: number, total: number, name: string) => void;
}

/**
 * A guide's contents page and the summary pages it lists, with the permission next to them; how many pages were fetched
 * now, the others being here already.
 */
export async function fetchGuide(asked: string, fetcher: PoliteFetcher, order: GuideOrder) {
  const { name: title, guide } = guideOf(asked);
  const folder = join(order.out, folderName(title));
  const known = readGuideRecord(folder)?.sections;
  const sections = known ?? (await fetchContents(title, guide, folder, fetcher, order));
  let fetched = known === undefined ? 1 : 0;
  for (const [k, { name, url, file }] of sections.entries()) {
    order.progress?.(k, sections.length, name);
    fetched += Number(await fetchedTo(join(folder, file), () => fetcher.get(url)));
  }
  return { title, folder, sections: sections.length, fetched };
}

/** The sections that a guide's contents page lists; a guide of one page is its own only section. */
async function fetchContents(
  title: string,
  guide: string,
  folder: string,
  fetcher: PoliteFetcher,
  { base, permission }: GuideOrder,
) {
  const page = join(folder, indexFile);
  if (existsSync(page)) throw new Problem(`${page} is there already and was not fetched from ${base}; move it away.`);
  const addresses = shmoop.indexes.map((path) => base.replace(/\/$/, "") + path.replace("{guide}", guide));
  const { url: source, body } = await fetcher.first(addresses);
  const links = sectionLinks(Buffer.from(body).toString("utf8"), source, guide);
  const sections = links.length > 0 ? links.map(withFile) : [{ name: title, url: source, file: indexFile }];
  const record = { title, source, publisher: shmoop.publisher, permission, sections };
  writeAtomically(join(folder, guideRecordName), `${JSON.stringify(record, null, 2)}\n`);
  writeAtomically(page, body);
  return sections;
}

/** A title of the published corpus, or a guide's own address on the site. */
export function guideOf(title: string): { name: string; guide: string } {
  const known = publishedWork(title);
  if (known !== undefined) return { name: known.title, guide: slug(known.guide) };
  if (/^\/[\w/-]+$/.test(title)) return { name: slug(title), guide: slug(title) };
  throw new Problem(
    `No guide address is known for "${title}": give a title of the published corpus, or the guide's own address, as in /hamlet.`,
  );
}

const indexFile = "index.html";

/** `/study-guides/literature/hamlet/` → `hamlet`. */
function slug(address: string): string {
  return address.split("/").filter(Boolean).at(-1) ?? "";
}

function withFile(link: SectionLink, k: number): SectionLink & { file: string } {
  const name = folderName(slug(new URL(link.url).pathname).replace(/\.html?$/, ""));
  return { ...link, file: `${String(k + 1).padStart(3, "0")} ${name}.html` };
}
