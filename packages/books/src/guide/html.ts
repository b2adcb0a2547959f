import { type Attributes, type Block, isCell, opensBlock } from "@plotline/formats";
import type { Kind, OpenTag } from "../html/left-out.ts";
import { noteMark, PageReader, readPage } from "../html/page-blocks.ts";
import { boldLevel, isShortTitle, namesChapter } from "./blocks.ts";
import noise from "./data/noise.json" with { type: "json" };

interface GuidePage {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** A page of a site that we do not know: it may have more on it than the guide. */
  readonly saved: boolean;
}

/** The text of a page without what surrounds it on every page. */
export function readHtmlGuide(html: string): GuidePage {
  const reader = readPage(html, (taken) => new GuideReader(taken, { path: "", notes: new Set() }));
  const all = reader.blocks.map((block, k) => ({ block: asInGuide(block), ...reader.places[k]! }));
  const written = all.filter(({ isLink }) => !isLink);
  const blocks = written.some(hasText) ? written : all;
  const own = shmoopsOwn(blocks);
  const main = blocks.filter(({ regions }) => regions.includes("main"));
  const chosen = own ?? (main.some(hasText) ? main : blocks);
  return { title: reader.title ?? "", blocks: chosen.map(({ block }) => block), saved: own === undefined };
}

/** A line in bold type serves as a heading, below all that are marked as headings. */
function asInGuide(block: Block): Block {
  const text = block.text.replaceAll("\n", " ");
  const isHeading = block.strong === true && block.level === 0 && block.item === undefined && isShortTitle(text);
  return { ...block, text, ...(isHeading && { level: boldLevel }) };
}

interface PlacedBlock {
  readonly block: Block;
  /** The parts of the page around it. */
  readonly regions: readonly string[];
  /** It says nothing but what a link does, and names no chapter: a way through the site. */
  readonly isLink: boolean;
}

/** On Shmoop's pages the points are in `data-element="collapse_target"`; pages without it have `content-wrapper`. */
function shmoopsOwn(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] | undefined {
  const within = (region: string) => blocks.filter(({ regions }) => regions.includes(region));
  const [collapsed, wrapped] = [within("collapse_target"), within("content-wrapper")];
  const points = collapsed.filter(({ block }) => block.item !== undefined || block.level > 0);
  const own = points.some(hasText) ? points : collapsed;
  if (own.some(hasText)) return withHeading(blocks, own);
  return wrapped.some(hasText) ? wrapped : undefined;
}

function hasText({ block }: PlacedBlock): boolean {
  return block.level === 0;
}

/** The headings of the page before its points say which chapter it covers. */
function withHeading(blocks: readonly PlacedBlock[], chosen: readonly PlacedBlock[]): PlacedBlock[] {
  const first = blocks.indexOf(chosen[0]!);
  return [...blocks.slice(0, first).filter(({ block }) => block.level > 0), ...chosen];
}

const skippedElements = new Set(noise.skippedElements);
const skippedNames = new Set(noise.skippedNames);
/** `ad`, `ad-slot-1`, `quiz_teaser`. */
const skippedFamilies = new RegExp(`^(?:${noise.skippedFamilies.join("|")})(?:[-_]|$)`);
const skippedRoles = new Set(noise.skippedRoles);

/** What a guide's page has besides the text of a book's: lists, tables, bold lines, and parts of a site. */
class GuideReader extends PageReader {
  readonly places: Omit<PlacedBlock, "block">[] = [];
  protected override readonly keepsEmphasis = false;
  private regions: { readonly tag: string; depth: number; readonly name: string }[] = [];
  /** Where we are in each of the tables that are open. */
  private readonly tables: { row: number; column: number; isHeader: boolean }[] = [];
  /** How many items each open list has so far; undefined in one without numbers. */
  private readonly items: (number | undefined)[] = [];
  /** The number of the item that is being read, until its first text has it. */
  private count: number | undefined;
  /** How many elements of bold type are open, and how many letters of the block are bold. */
  private bold = 0;
  private boldText = 0;
  /** A link is open; and how many letters of the block are in links. */
  private isInLink = false;
  private linkText = 0;

  override opened(name: string, attributes: Attributes, start: number, closed: boolean): void {
    if (!this.isSkipping && (isApart(name) || (name === "br" && this.isBoldTitle()))) this.flush();
    super.opened(name, attributes, start, closed);
    if (this.isSkipping || closed) return;
    for (const region of this.regions) if (region.tag === name) region.depth++;
    const region = this.regionOf(name, attributes);
    if (region !== undefined && !this.regions.some((each) => each.name === region))
      this.regions.push({ tag: name, depth: 1, name: region });
    if (name === "b" || name === "strong") this.bold++;
    if (name === "a") this.isInLink = attributes["href"] !== undefined;
    this.enterTable(name, attributes);
    this.enterList(name);
  }

  override said(text: string, start: number): void {
    if (!this.isSkipping && this.raised !== undefined && noteMark.test(text)) return;
    super.said(text, start);
    if (this.isSkipping) return;
    if (this.bold > 0) this.boldText += lettersIn(text);
    if (this.isInLink) this.linkText += lettersIn(text);
  }

  override closed(name: string): void {
    const wasSkipping = this.isSkipping;
    if (!wasSkipping && isApart(name)) this.flush();
    super.closed(name);
    if (wasSkipping) return;
    for (const region of this.regions) if (region.tag === name) region.depth--;
    if (this.regions.some(({ depth }) => depth === 0)) this.regions = this.regions.filter(({ depth }) => depth > 0);
    if ((name === "b" || name === "strong") && this.bold > 0) this.bold--;
    if (name === "a") this.isInLink = false;
    if (name === "table") this.tables.pop();
    if (name === "ul" || name === "ol") this.items.pop();
  }

  protected override skippedByTag(name: string): Kind | "" | undefined {
    return skippedElements.has(name) ? undefined : "";
  }

  /** A class of an element that holds the whole page says nothing about what is in it. */
  protected override skippedByAttributes({ name, className, id, type, isHidden }: OpenTag): Kind | "" | undefined {
    if (name === "main" || name === "article") return "";
    const names = `${className} ${id}`.toLowerCase().split(/\s+/);
    const isAround = (each: string) => skippedNames.has(each) || skippedFamilies.test(each);
    return isHidden || skippedRoles.has(type) || names.some(isAround) ? undefined : "";
  }

  protected override flush(): void {
    const isListed = wordPoint.test(this.page.text);
    if (isListed) this.page.text = this.page.text.replace(wordPoint, "");
    const depth = this.items.length;
    const table = this.tables.at(-1);
    const before = this.blocks.length;
    const { text, level } = this.page;
    const isLink = level === 0 && this.linkText > 0 && this.linkText >= lettersIn(text) && !namesChapter(text.trim());
    this.page.marks = {
      ...(this.isAllBold() && { strong: true }),
      ...(depth > 0 ? { item: { count: this.count, depth } } : isListed && { item: {} }),
      ...(table !== undefined && table.column >= 0 && { cell: { ...table } }),
    };
    super.flush();
    [this.boldText, this.linkText] = [0, 0];
    if (this.blocks.length > before) this.count = undefined;
    const regions = this.regions.map(({ name }) => name);
    while (this.places.length < this.blocks.length) this.places.push({ regions, isLink });
  }

  private isAllBold(): boolean {
    return this.boldText > 0 && this.boldText >= lettersIn(this.page.text);
  }

  /** One break ends a heading in bold. */
  private isBoldTitle(): boolean {
    return this.isAllBold() && isShortTitle(this.page.text.trim());
  }

  private regionOf(
    name: string,
    { "data-element": element = "", class: classes = "" }: Attributes,
  ): string | undefined {
    const names = classes.toLowerCase().split(/\s+/);
    if (element === "collapse_target") return element;
    if (names.includes("content-wrapper")) return "content-wrapper";
    if (element === "main" || name === "main" || name === "article") return "main";
    return undefined;
  }

  private enterList(name: string): void {
    if (name === "ul" || name === "ol") this.items.push(name === "ol" ? 0 : undefined);
    const before = this.items.at(-1);
    if (name !== "li") return;
    this.count = before === undefined ? undefined : before + 1;
    if (this.count !== undefined) this.items[this.items.length - 1] = this.count;
  }

  private enterTable(name: string, { colspan }: Attributes): void {
    if (name === "table") this.tables.push({ row: -1, column: -1, isHeader: false });
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === "tr") [table.row, table.column] = [table.row + 1, -1];
    else if (name === "td" || name === "th") {
      table.column += Math.max(1, Math.min(20, Number(colspan) || 1));
      table.isHeader = name === "th";
    }
  }
}

function lettersIn(text: string): number {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").length;
}

/** What Word puts in front of a point, where it does not call it an item of a list. */
const wordPoint = /^\s*(?:[•·‣◦▪●■➢✓]|[o§ü](?=\s{2}))\s+(?=\S)/;

/** A block, a cell of a table, or what a page folds away. */
function isApart(name: string): boolean {
  return opensBlock(name) || isCell(name) || name === "details" || name === "summary";
}
