import { Problem } from "../../problem.ts";
import { Tally, wordsIn } from "../blocks/account.ts";
import { type Block, mustBeBookSized } from "../blocks/block.ts";
import type { Entry } from "../chapters/contents.ts";
import { entryOf } from "../chapters/contents.ts";
import { headingOf } from "../chapters/heading.ts";
import { Archive } from "../files/archive.ts";
import { attribute, elements, startTags, type XmlElement } from "../files/xml.ts";
import { aimedAt } from "../html/contents-links.ts";
import { htmlBlocks } from "../html/page-blocks.ts";
import type { HtmlBook } from "./html.ts";

interface EpubBook extends HtmlBook {
  readonly entries: readonly Entry[];
}

/** An EPUB: its texts in the order of the spine, and its table of contents. Nothing is unpacked to disk. */
export function readEpub(bytes: Uint8Array, name: string): EpubBook {
  const parts = new Archive(bytes, name);
  const packagePath = packageOf(parts, name);
  const opf = parts.text(packagePath);
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
    title: plainText(elements(opf, "title").next().value?.content),
    author: plainText(elements(opf, "creator").next().value?.content),
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
  const rootfile = startTags(parts.text("META-INF/container.xml"), "rootfile").next().value;
  const path = attribute(rootfile ?? "", "full-path");
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

function manifestOf(opf: string, packagePath: string): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const attributes of startTags(opf, "item")) {
    const [id, href] = [attribute(attributes, "id"), attribute(attributes, "href")];
    if (id === undefined || href === undefined) continue;
    items.set(id, {
      path: resolved(packagePath, href),
      linear: true,
      type: attribute(attributes, "media-type") ?? "",
      properties: attribute(attributes, "properties") ?? "",
    });
  }
  return items;
}

function spineOf(opf: string, items: ReadonlyMap<string, Item>, parts: Archive, name: string): Item[] {
  const spine: Item[] = [];
  const named = new Set<string>();
  for (const attributes of startTags(opf, "itemref")) {
    const item = items.get(attribute(attributes, "idref") ?? "");
    if (item === undefined) continue;
    const linear = attribute(attributes, "linear") !== "no";
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
  const references = startTags(parts.text("META-INF/encryption.xml"), "CipherReference");
  const encrypted = new Set([...references].map((attributes) => decodePath(attribute(attributes, "URI") ?? "")));
  if (spine.some(({ path }) => encrypted.has(path)))
    throw new Problem(`${name} is encrypted (DRM): plotline cannot read it.`);
}

interface Target {
  readonly text: string;
  /** `path#id` or `path`. */
  readonly target: string;
}

/** The table of contents: the navigation document of EPUB 3, or the NCX of EPUB 2. */
function contentsOf(items: ReadonlyMap<string, Item>, opf: string, parts: Archive): Target[] {
  const all = [...items.values()];
  const nav = all.find(({ properties }) => /\bnav\b/.test(properties));
  if (nav !== undefined && parts.has(nav.path)) return navTargets(parts.text(nav.path), nav.path);
  const ncx =
    items.get(attribute(startTags(opf, "spine").next().value ?? "", "toc") ?? "") ??
    all.find(({ type }) => /ncx/.test(type));
  return ncx !== undefined && parts.has(ncx.path) ? ncxTargets(parts.text(ncx.path), ncx.path) : [];
}

function navTargets(xml: string, path: string): Target[] {
  const isContents = ({ attributes }: XmlElement) =>
    /\btoc\b/.test(attribute(attributes, String.raw`(?:\w+:)?type`) ?? "");
  const toc = [...elements(xml, "nav")].find(isContents)?.content ?? xml;
  return [...elements(toc, "a")].flatMap(({ attributes, content }) =>
    target(attribute(attributes, "href"), content, path),
  );
}

function ncxTargets(xml: string, path: string): Target[] {
  return [...elements(xml, "navLabel")].flatMap(({ content, end }) => {
    const source = /^\s{0,1000}<(?:\w{1,40}:)?content\b([^<>]*)>/i.exec(xml.slice(end, end + 4000));
    return target(attribute(source?.[1] ?? "", "src"), content, path);
  });
}

function target(href: string | undefined, label: string | undefined, path: string): Target[] {
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

type Page = ReturnType<typeof htmlBlocks>;

/** Title page, imprint, preface, notes, colophon: what a file marks so, unless it marks most of the book; no conclusion. */
function matterOf(pages: readonly Page[]): (page: Page) => boolean {
  const isMarked = ({ matter, blocks: [first] }: Page) =>
    aroundTheText.test(matter) && (first === undefined || headingOf(first)?.class !== "closing");
  const words = (some: readonly Page[]) => some.reduce((sum, { blocks }) => sum + wordsIn(blocks), 0);
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

function plainText(html: string | undefined): string | undefined {
  if (html === undefined) return undefined;
  const text = htmlBlocks(html.slice(0, 2000))
    .blocks.map((block) => block.text)
    .join(" ")
    .trim();
  return text === "" ? undefined : text;
}
