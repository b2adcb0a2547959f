import { Problem, sumOf } from "@plotline/base";
import { type Block, type ListedElement, listElements, mustBeBookSized, Tally, wordsIn } from "@plotline/formats";
import type { Archive } from "@plotline/formats/node";
import type { Entry } from "../chapters/contents.ts";
import { entryOf } from "../chapters/contents.ts";
import { headingOf } from "../chapters/heading.ts";
import { aimedAt } from "../html/contents-links.ts";
import { type HtmlText, htmlBlocks } from "../html/page-blocks.ts";
import type { HtmlBook } from "./html.ts";

interface EpubBook extends HtmlBook {
  readonly entries: readonly Entry[];
}

/** An EPUB: its texts in the order of the spine, and its table of contents. Nothing is unpacked to disk. */
export function readEpub(parts: Archive, name: string): EpubBook {
  const packagePath = packageOf(parts, name);
  const opf = listElements(parts.text(packagePath), "title", "creator", "item", "itemref", "spine");
  const named = (tag: string) => plainText(opf.find((each) => each.name === tag)?.text);
  const items = manifestOf(opf, packagePath);
  const spine = spineOf(opf, items, parts, name);
  mustBeReadable(parts, spine, name);
  const inSpine = new Set(spine.map(({ path }) => path));
  parts.load(
    [...spine, ...items.values()]
      .map(({ path }) => path)
      .filter((path) => /\.(?:x?html?|xml|ncx)$/i.test(path) || inSpine.has(path)),
  );
  const { blocks, places, leftOut, noteMarks } = textOf(spine, parts);
  const targets = contentsOf(items, opf, parts).filter(
    ({ target }) => blocks[places.get(target) ?? blocks.length]?.inner !== true,
  );
  const aims = new Map(targets.map(({ target, text }) => [places.get(target), text] as const));
  return {
    blocks: blocks.map((block, k) => {
      const aim = aims.get(k);
      return aim === undefined ? block : aimedAt(block, aim);
    }),
    title: named("title"),
    author: named("creator"),
    frame: [],
    leftOut,
    noteMarks,
    entries: (targets.length > 0 ? targets : fileHeadings(spine, places, blocks)).map(({ text }) =>
      entryOf(text, headingOf({ text, level: 0 })),
    ),
  };
}

/** Without a table of contents: the headings that files of the spine begin with. */
function fileHeadings(
  spine: readonly Item[],
  places: ReadonlyMap<string, number>,
  blocks: readonly Block[],
): readonly Block[] {
  const first = spine.flatMap(({ path }) => blocks[places.get(path) ?? -1] ?? []);
  return first.filter(({ level }) => level > 0);
}

function packageOf(parts: Archive, name: string): string {
  const path = listElements(parts.text("META-INF/container.xml"), "rootfile")[0]?.attributes["full-path"];
  if (path === undefined || !parts.has(path))
    throw new Problem(`${name} is a damaged EPUB: its package file is missing.`);
  return path;
}

interface Item {
  readonly path: string;
  /** Read in its turn; not a note or an answer that is shown elsewhere. */
  readonly linear: boolean;
  readonly type: string;
  readonly properties: string;
}

type Package = readonly ListedElement[];

function manifestOf(opf: Package, packagePath: string): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const { name, attributes } of opf) {
    const { id, href, "media-type": type = "", properties = "" } = attributes;
    if (name === "item" && id !== undefined && href !== undefined)
      items.set(id, { path: resolved(packagePath, href), linear: true, type, properties });
  }
  return items;
}

function spineOf(opf: Package, items: ReadonlyMap<string, Item>, parts: Archive, name: string): Item[] {
  const spine: Item[] = [];
  const named = new Set<string>();
  for (const { name: tag, attributes } of opf) {
    const item = tag === "itemref" ? items.get(attributes["idref"] ?? "") : undefined;
    if (item === undefined) continue;
    const linear = attributes["linear"] !== "no";
    if (!linear && !parts.has(item.path)) continue;
    if (!parts.has(item.path))
      throw new Problem(`${name} is a damaged EPUB: "${item.path}" is in its spine, but not in the archive.`);
    // The standard lets a spine name a part once; what names it again and again would be read as often.
    if (!named.has(item.path)) spine.push({ ...item, linear });
    named.add(item.path);
  }
  if (!spine.some(({ linear, properties }) => linear && !/\bnav\b/.test(properties)))
    throw new Problem(`${name} is a damaged EPUB: its spine names no text.`);
  return spine;
}

/** Encrypted texts cannot be read; encrypted fonts do no harm. */
function mustBeReadable(parts: Archive, spine: readonly Item[], name: string): void {
  if (!parts.has("META-INF/encryption.xml")) return;
  const references = listElements(parts.text("META-INF/encryption.xml"), "cipherreference");
  const encrypted = new Set(references.map(({ attributes }) => decodePath(attributes["uri"] ?? "")));
  if (spine.some(({ path }) => encrypted.has(path)))
    throw new Problem(`${name} is encrypted (DRM): plotline cannot read it.`);
}

interface Target {
  readonly text: string;
  /** `path#id` or `path`. */
  readonly target: string;
}

/** The table of contents: the navigation document of EPUB 3, or the NCX of EPUB 2. */
function contentsOf(items: ReadonlyMap<string, Item>, opf: Package, parts: Archive): Target[] {
  const all = [...items.values()];
  const nav = all.find(({ properties }) => /\bnav\b/.test(properties));
  if (nav !== undefined && parts.has(nav.path)) return navTargets(parts.text(nav.path), nav.path);
  const { toc = "" } = opf.find((each) => each.name === "spine")?.attributes ?? {};
  const ncx = items.get(toc) ?? all.find(({ type }) => /ncx/.test(type));
  return ncx !== undefined && parts.has(ncx.path) ? ncxTargets(parts.text(ncx.path), ncx.path) : [];
}

function navTargets(xml: string, path: string): Target[] {
  const found = listElements(xml, "nav", "a");
  const toc = found.findIndex(
    ({ name, attributes: { type, "epub:type": kind = type ?? "" } }) => name === "nav" && /\btoc\b/.test(kind),
  );
  const links = toc < 0 ? found : found.slice(toc, found[toc]!.end);
  return links.flatMap(({ attributes, text }) => target(attributes["href"], text, path));
}

function ncxTargets(xml: string, path: string): Target[] {
  const found = listElements(xml, "navlabel", "content");
  return found.flatMap(({ name, text }, k) => {
    const next = found[k + 1];
    return name === "navlabel" && next?.name === "content" ? target(next.attributes["src"], text, path) : [];
  });
}

function target(href: string | undefined, label: string, path: string): Target[] {
  const text = plainText(label);
  return href === undefined || text === undefined ? [] : [{ text, target: resolved(path, href) }];
}

/** All texts of the spine as one, and where each file and each anchor begins. */
function textOf(
  spine: readonly Item[],
  parts: Archive,
): Pick<EpubBook, "leftOut" | "noteMarks"> & { blocks: Block[]; places: Map<string, number> } {
  const blocks: Block[] = [];
  const leftOut = new Tally();
  const noteMarks: string[] = [];
  const places = new Map<string, number>();
  const pages = spine.map((item) => ({ ...item, page: htmlBlocks(parts.text(item.path)) }));
  const isMatter = matterOf(pages.map(({ page }) => page));
  for (const { path, linear, properties, page } of pages) {
    if (!linear || /\bnav\b/.test(properties)) {
      leftOut.add(linear ? "pages of contents" : "parts outside the reading order", wordsIn(page.blocks));
      continue;
    }
    if (isMatter(page)) {
      leftOut.add("pages that the file marks as front or back matter", wordsIn(page.blocks));
      continue;
    }
    mustBeBookSized(blocks.length + page.blocks.length);
    leftOut.addAll(page.leftOut);
    for (const mark of page.noteMarks) noteMarks.push(mark);
    places.set(path, blocks.length);
    for (const [id, at] of page.anchors) places.set(`${path}#${id}`, blocks.length + at);
    page.blocks.forEach((block, k) => {
      blocks.push({ ...block, line: blocks.length + 1, gap: k === 0 ? Math.max(4, block.gap) : block.gap });
    });
  }
  return { blocks, places, leftOut, noteMarks };
}

/** The words of EPUB's vocabulary for what is around the text. */
const aroundTheText =
  /(?:^|[\s:])(?:frontmatter|backmatter|cover|(?:half)?titlepage|imprint|copyright-page|colophon|dedication|epigraph|toc|loi|preface|foreword|acknowledgments|endnotes|footnotes|bibliography|index)(?=\s|$)/;

/** Title page, imprint, preface, notes, colophon: what a file marks so, unless it marks most of the book; no conclusion. */
function matterOf(pages: readonly HtmlText[]): (page: HtmlText) => boolean {
  const isMarked = ({ matter, blocks: [first] }: HtmlText) =>
    aroundTheText.test(matter) && (first === undefined || headingOf(first)?.class !== "closing");
  const words = (some: readonly HtmlText[]) => sumOf(some, ({ blocks }) => wordsIn(blocks));
  return words(pages.filter(isMarked)) < words(pages) / 2 ? isMarked : () => false;
}

/** A path in the archive, relative to the file that names it. */
function resolved(from: string, href: string): string {
  const [file = "", id] = href.split("#", 2);
  const steps = from.split("/").slice(0, -1);
  for (const step of decodePath(file).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  const path = file === "" ? from : steps.join("/");
  return id === undefined ? path : `${path}#${id}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function plainText(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, " ").trim() || undefined;
}
