import { groupedBy, Problem, sumOf } from "@plotline/base";
import {
  type Block,
  type ListedElement,
  listElements,
  mustBeBookSized,
  type NavigationEntry,
  Tally,
  walkHtml,
  wordsIn,
} from "@plotline/formats";
import type { Archive } from "@plotline/formats/node";
import type { Entry } from "../chapters/contents.ts";
import { entryOf } from "../chapters/contents.ts";
import { headingOf } from "../chapters/heading.ts";
import { asHeading, headed, isNamed } from "../html/contents-links.ts";
import { decodePath, type HtmlText, htmlBlocks, resolved } from "../html/page-blocks.ts";
import { type HtmlBook, withoutFrame } from "./html.ts";

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
  const navigation = navigationOf(items, opf, parts);
  const text = textOf(spine, navigation, parts);
  const { places } = text;
  const targets = navigation.filter(({ target }) => text.blocks[placeOf(target, places) ?? -1]?.inner !== true);
  const blocks = withNames(text, targets);
  const book = withoutFrame({ ...text, blocks, title: undefined });
  return {
    ...book,
    title: named("title") ?? book.title,
    author: named("creator") ?? book.author,
    entries: (targets.length > 0 ? targets.map(({ name }) => name) : fileHeadings(spine, places, text.blocks)).map(
      (entry) => entryOf(entry, headingOf({ text: entry, level: 0 })),
    ),
  };
}

/** An anchor that a file does not have leads to the file. */
function placeOf(target: string, places: ReadonlyMap<string, number>): number | undefined {
  return places.get(target) ?? places.get(target.replace(/#.*$/, ""));
}

/** How many blocks of a file may be above the heading that an entry names: an ornament, a line of the part. */
const mostAbove = 3;

/** The blocks with what the navigation calls them; where it names a place that has no heading, the name becomes one. */
function withNames({ blocks, places }: Text, targets: readonly Target[]): Block[] {
  const named = new Map<number, Target[]>();
  const files = new Set(places.values());
  for (const target of targets) {
    const place = placeOf(target.target, places);
    if (place === undefined || place >= blocks.length) continue;
    let end = place + 1;
    while (end < Math.min(blocks.length, place + mostAbove) && !files.has(end)) end++;
    const own = blocks.slice(place, end);
    const found = [own.findIndex(({ text }) => isNamed(text, target.name)), own.findIndex(({ level }) => level > 0), 0];
    const at = place + found.find((k) => k >= 0)!;
    if (named.has(at)) named.get(at)!.push(target);
    else named.set(at, [target]);
  }
  return blocks.flatMap((block, k) => {
    const own = named.get(k);
    if (own === undefined) return [block];
    const entries = own.map(({ name, depth, order }) => ({ name, depth, order }));
    const { name } = own.at(-1)!;
    const [heading, ...text] =
      block.level > 0 || isNamed(block.text, name) ? [asHeading(block, name)] : headed(block, name);
    return [{ ...heading!, entries }, ...text];
  });
}

/** Without a table of contents: the headings that files of the spine begin with. */
function fileHeadings(spine: readonly Item[], places: ReadonlyMap<string, number>, blocks: readonly Block[]): string[] {
  const first = spine.flatMap(({ path }) => blocks[places.get(path) ?? -1] ?? []);
  return first.filter(({ level }) => level > 0).map(({ text }) => text);
}

function packageOf(parts: Archive, name: string): string {
  const roots = listElements(parts.text("META-INF/container.xml"), "rootfile").map(({ attributes }) => attributes);
  const root = roots.find((each) => /oebps-package/.test(each["media-type"] ?? "")) ?? roots[0];
  const path = root?.["full-path"];
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

interface Target extends NavigationEntry {
  /** `path#id` or `path`. */
  readonly target: string;
}

/** The table of contents: the navigation document of EPUB 3, or the NCX of EPUB 2 where that says more. */
function navigationOf(items: ReadonlyMap<string, Item>, opf: Package, parts: Archive): Target[] {
  const all = [...items.values()];
  const { toc = "" } = opf.find((each) => each.name === "spine")?.attributes ?? {};
  const nav = all.find(({ properties }) => /\bnav\b/.test(properties));
  const ncx = items.get(toc) ?? all.find(({ type }) => /ncx/.test(type));
  const [first = [], second = []] = [nav, ncx].map((file) =>
    file !== undefined && parts.has(file.path) ? targetsIn(parts.text(file.path), file.path) : [],
  );
  return first.length > 1 ? first : second.length > 0 ? second : first;
}

/** No book's list has more, or parts in parts in parts. */
const [mostEntries, deepest] = [10_000, 8];

/** The entries of a list, however deep: \`<li><a href>\` in \`<nav epub:type="toc">\`, or \`<navPoint>\` with its label and content. */
function targetsIn(xml: string, path: string): Target[] {
  const found: Target[] = [];
  const isNcx = /<ncx\b|<\w+:ncx\b/i.test(xml.slice(0, 2000));
  let [depth, inList, isReading, label] = [-1, isNcx, false, ""];
  /** Names of parts without a link lead to what is first in them. */
  let waiting: Pick<Target, "name" | "depth">[] = [];
  const add = (href: string | undefined) => {
    const name = plainText(label);
    if (name === undefined) return;
    waiting.push({ name, depth: Math.max(0, depth) });
    if (href === undefined || found.length > mostEntries) return;
    for (const entry of waiting.slice(-deepest))
      found.push({ ...entry, order: found.length, target: resolved(path, href) });
    waiting = [];
  };
  let href: string | undefined;
  walkHtml(xml, {
    opened(tag, attributes) {
      const name = tag.slice(tag.indexOf(":") + 1);
      if (name === "nav")
        inList = /\btoc\b/.test(attributes["epub:type"] ?? attributes["role"] ?? attributes["type"] ?? "toc");
      if (name === "ol" || name === "navpoint") depth++;
      if (inList && (name === "a" || name === "navlabel" || (name === "span" && !isReading)))
        [href, label, isReading] = [attributes["href"], "", true];
      if (isNcx && name === "content") add(attributes["src"]);
    },
    said(text) {
      if (isReading && label.length < 2000) label += text;
    },
    closed(tag) {
      const name = tag.slice(tag.indexOf(":") + 1);
      if (name === "ol" || name === "navpoint") depth--;
      if (name === "nav") inList = false;
      const isEnd = name === "a" || (name === "span" && isReading && href === undefined);
      if (isEnd && isReading) add(href);
      if (isEnd || name === "navlabel") isReading = false;
    },
  });
  return found;
}

interface Text extends Pick<EpubBook, "leftOut" | "noteMarks"> {
  readonly blocks: Block[];
  readonly places: Map<string, number>;
}

/** All texts of the spine as one, and where each file and each anchor begins. */
function textOf(spine: readonly Item[], navigation: readonly Target[], parts: Archive): Text {
  const blocks: Block[] = [];
  const leftOut = new Tally();
  const noteMarks: string[] = [];
  const places = new Map<string, number>();
  const notes = new Set<string>();
  const names = groupedBy(navigation, ({ target }) => target.replace(/#.*$/, ""));
  const pages = spine.map((item) => ({
    ...item,
    names: (names.get(item.path) ?? []).map(({ name }) => name),
    page: htmlBlocks(parts.text(item.path), { path: item.path, notes }),
  }));
  const isMatter = matterOf(pages);
  for (const each of pages) {
    const { path, linear, properties, page } = each;
    leftOut.addAll(page.leftOut);
    if (!linear || /\bnav\b/.test(properties)) {
      leftOut.add(linear ? "pages of contents" : "parts outside the reading order", wordsIn(page.blocks));
      continue;
    }
    if (isMatter(each)) {
      leftOut.add("pages that the file marks as front or back matter", wordsIn(page.blocks));
      continue;
    }
    mustBeBookSized(blocks.length + page.blocks.length);
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
  /(?:^|[\s:]|doc-)(?:frontmatter|backmatter|cover|(?:half)?titlepage|imprint|copyright-page|colophon|dedication|epigraph|toc|loi|preface|foreword|acknowledgments|endnotes|footnotes|bibliography|index)(?=\s|$)/;

/** What the navigation calls such pages, where the pages themselves say nothing. */
const namesAround =
  /^(?:(?:about the|also by|more (?:books )?by|(?:other )?(?:books|titles|works) by|by the same|praise for|(?:an )?excerpt from|(?:a )?preview of)\b.*|acknowledge?ments?|copyright(?: (?:page|notice))?|(?:half[ -])?title(?: page)?|(?:front |back )?cover|dedication|epigraph|colophon|imprint|(?:table of )?contents|index|bibliography|newsletter|footnotes|endnotes|reading group guide|discussion questions|questions for discussion|uncopyright|(?:the )?(?:full )?(?:project gutenberg.{0,4} )?licen[cs]e)$/i;

interface NamedPage {
  readonly page: HtmlText;
  /** What the navigation calls what is on it. */
  readonly names: readonly string[];
}

/** Title page, imprint, preface, notes, colophon: what a file marks or names so, unless that is most of the book; no conclusion. */
function matterOf(pages: readonly NamedPage[]): (page: NamedPage) => boolean {
  const isMarked = ({ page: { matter, blocks }, names }: NamedPage) =>
    (names.length > 0 && names.every((name) => namesAround.test(name))) ||
    (aroundTheText.test(matter) && (blocks[0] === undefined || headingOf(blocks[0])?.class !== "closing"));
  const words = (some: readonly NamedPage[]) => sumOf(some, ({ page }) => wordsIn(page.blocks));
  return words(pages.filter(isMarked)) < words(pages) / 2 ? isMarked : () => false;
}

function plainText(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, " ").trim() || undefined;
}
