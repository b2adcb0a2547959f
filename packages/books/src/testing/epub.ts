import { strToU8, type Zippable, zipSync } from "fflate";

/** An entry of a table of contents: its name, where it leads (undefined: nowhere), and what is below it. */
export type Entry = readonly [name: string, href: string | undefined, below?: readonly Entry[]];

export interface EpubPage {
  /** What is in its body. */
  readonly body: string;
  /** `epub:type` of its body. */
  readonly type?: string;
  /** Outside of the reading order. */
  readonly aside?: boolean;
}

export interface EpubParts {
  readonly title?: string;
  /** By their file names, in the order of the spine. */
  readonly pages: Readonly<Record<string, EpubPage | string>>;
  /** The navigation document of EPUB 3. */
  readonly nav?: readonly Entry[];
  /** The NCX of EPUB 2. */
  readonly ncx?: readonly Entry[];
  /** Further files, not packed, or others instead of those above: by their paths. */
  readonly more?: Readonly<Record<string, Uint8Array | string>>;
}

/** An EPUB as publishers build them: the same book with as much or as little markup as a test asks for. */
export function epub({ title = "Ships & Towns", pages, nav, ncx, more = {} }: EpubParts): Uint8Array {
  const all = Object.entries(pages).map(([name, page]) => ({
    name,
    ...(typeof page === "string" ? { body: page } : page),
  }));
  const items = all.map(({ name }, k) => `<item id="p${k}" href="${name}" media-type="application/xhtml+xml"/>`);
  if (nav !== undefined)
    items.push('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>');
  if (ncx !== undefined) items.push('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>');
  const spine = all.map(({ aside }, k) => `<itemref idref="p${k}"${aside === true ? ' linear="no"' : ""}/>`);
  const texts = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": `<package version="${nav === undefined ? 2 : 3}.0"><metadata><dc:title>${title.replace("&", "&amp;")}</dc:title><dc:creator>A. Writer</dc:creator></metadata><manifest>${items.join("")}</manifest><spine${ncx === undefined ? "" : ' toc="ncx"'}>${spine.join("")}</spine></package>`,
    ...(nav !== undefined && { "OEBPS/nav.xhtml": pageOf({ body: `<nav epub:type="toc">${listOf(nav)}</nav>` }) }),
    ...(ncx !== undefined && { "OEBPS/toc.ncx": `<ncx><head/><navMap>${pointsOf(ncx)}</navMap></ncx>` }),
    ...Object.fromEntries(all.map((page) => [`OEBPS/${page.name}`, pageOf(page)])),
  };
  const zipped: Zippable = {};
  for (const [name, content] of Object.entries({ ...texts, ...more }))
    zipped[name] = typeof content === "string" ? strToU8(content) : [content, { level: 0 }];
  return zipSync(zipped);
}

function pageOf({ body, type }: EpubPage): string {
  return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>A page</title></head><body${type === undefined ? "" : ` epub:type="${type}"`}>${body}</body></html>`;
}

function listOf(entries: readonly Entry[]): string {
  const items = entries.map(
    ([name, href, below]) =>
      `<li>${href === undefined ? `<span>${name}</span>` : `<a href="${href}">${name}</a>`}${below === undefined ? "" : listOf(below)}</li>`,
  );
  return `<ol>${items.join("")}</ol>`;
}

function pointsOf(entries: readonly Entry[]): string {
  return entries
    .map(
      ([name, href = "", below = []]) =>
        `<navPoint><navLabel><text>${name}</text></navLabel><content src="${href}"/>${pointsOf(below)}</navPoint>`,
    )
    .join("");
}
