import { type Attributes, isCell, opensBlock, type TagVisitor, walkHtml } from "@plotline/formats";
import { boldLevel, type GuideBlock, isShortTitle, mostBlocks } from "./blocks.ts";
import noise from "./data/noise.json" with { type: "json" };

interface GuidePage {
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
  /** Which of the known shapes the page has. */
  readonly shape: PageShape;
}

/**
 * Shmoop's pages: since about 2020 the bullets are in `data-element="collapse_target"`; in 2019 in the list after the
 * breadcrumbs `ul.items`; pages that keep neither have `content-wrapper`. Other sites: `main` or `article`, else the body.
 */
type PageShape = "shmoop" | "shmoop 2019" | "content wrapper" | "main" | "page";

/** The text of a page without what surrounds it on every page. */
export function readHtmlGuide(html: string): GuidePage {
  const { title, blocks } = new PageReader().read(html);
  const { shape, chosen } = choose(blocks);
  return {
    title,
    blocks: chosen.map(({ regions: _, list: __, breadcrumbs: ___, ...block }) => ({ ...block, line: undefined })),
    shape,
  };
}

type Region = "collapse_target" | "content-wrapper" | "main";

interface PageBlock extends Omit<GuideBlock, "line"> {
  readonly regions: ReadonlySet<Region>;
  /** Counts lists from 1 in the order they open; 0 outside of lists. */
  readonly list: number;
  readonly breadcrumbs: boolean;
}

function choose(blocks: readonly PageBlock[]): { shape: PageShape; chosen: readonly PageBlock[] } {
  const within = (region: Region) => blocks.filter((block) => block.regions.has(region) && !block.breadcrumbs);
  const collapsed = within("collapse_target");
  const bullets = collapsed.filter(({ kind }) => kind !== "paragraph");
  if (bullets.some(({ kind }) => kind === "bullet")) return { shape: "shmoop", chosen: withHeading(blocks, bullets) };
  if (collapsed.some(hasText)) return { shape: "shmoop", chosen: withHeading(blocks, collapsed) };
  const listed = listAfterBreadcrumbs(blocks);
  if (listed.length > 0) return { shape: "shmoop 2019", chosen: withHeading(blocks, listed) };
  for (const [region, shape] of [
    ["content-wrapper", "content wrapper"],
    ["main", "main"],
  ] as const) {
    const chosen = within(region);
    if (chosen.some(hasText)) return { shape, chosen };
  }
  return { shape: "page", chosen: blocks.filter(({ breadcrumbs }) => !breadcrumbs) };
}

function hasText({ kind }: PageBlock): boolean {
  return kind !== "heading";
}

/** The headings of the page before its bullets say which chapter it covers. */
function withHeading(blocks: readonly PageBlock[], chosen: readonly PageBlock[]): PageBlock[] {
  const first = blocks.indexOf(chosen[0] ?? blocks[0]!);
  return [...blocks.slice(0, first).filter(({ kind }) => kind === "heading"), ...chosen];
}

function listAfterBreadcrumbs(blocks: readonly PageBlock[]): PageBlock[] {
  const crumbs = blocks.findLastIndex(({ breadcrumbs }) => breadcrumbs);
  if (crumbs < 0) return [];
  const list = blocks.slice(crumbs + 1).find(({ kind }) => kind === "bullet")?.list;
  return list === undefined ? [] : blocks.filter((block) => block.list === list);
}

const skippedElements = new Set(noise.skippedElements);
const skippedNames = new Set(noise.skippedNames);
const skippedRoles = new Set(noise.skippedRoles);
/** Elements that hold the whole page: a class of theirs says nothing about what is in them. */
const wholePage = new Set(["html", "body", "main", "article"]);

interface OpenElement {
  readonly name: string;
  readonly skipped: boolean;
  readonly regions: ReadonlySet<Region>;
  readonly list: number;
  readonly breadcrumbs: boolean;
  /** The nearest element that says what kind of text this is. */
  readonly kind: string;
  /** Inside of bold type. */
  readonly bold: boolean;
  /** Inside of raised type, where the marks of notes are. */
  readonly raised: boolean;
}

/** Walks through a page once; nesting costs memory, never stack. */
class PageReader implements TagVisitor {
  private readonly blocks: PageBlock[] = [];
  private readonly open: OpenElement[] = [];
  private text = "";
  /** How much of the text is bold. */
  private bold = 0;
  private title = "";
  private lists = 0;
  /** Where we are in each of the tables that are open. */
  private readonly tables: { row: number; column: number }[] = [];
  /** How many items each open list has so far; undefined in one without numbers. */
  private readonly items: (number | undefined)[] = [];
  /** The number of the item that is being read, until its first text has it. */
  private count: number | undefined;
  private afterBreak = false;

  read(html: string): { title: string; blocks: PageBlock[] } {
    walkHtml(html, this);
    this.flush();
    return { title: this.title.replace(/\s+/g, " ").trim(), blocks: this.blocks };
  }

  opened(name: string, attributes: Attributes): void {
    if (name === "br") this.lineBreak();
    else if (isApart(name)) this.flush();
    const outer = this.open.at(-1) ?? outside;
    const breadcrumbs = outer.breadcrumbs || (name === "ul" && classes(attributes).includes("items"));
    this.open.push({
      name,
      skipped: outer.skipped || isSkipped(name, attributes),
      regions: withRegion(outer.regions, name, attributes),
      list: name === "ul" || name === "ol" ? (outer.list > 0 ? outer.list : ++this.lists) : outer.list,
      breadcrumbs,
      kind: kindWithin(outer.kind, name),
      bold: outer.bold || name === "b" || name === "strong",
      raised: outer.raised || name === "sup",
    });
    this.enterTable(name, attributes);
    this.enterList(name);
  }

  private enterList(name: string): void {
    if (name === "ul" || name === "ol") this.items.push(name === "ol" ? 0 : undefined);
    const before = this.items.at(-1);
    if (name !== "li") return;
    this.count = before === undefined ? undefined : before + 1;
    if (this.count !== undefined) this.items[this.items.length - 1] = this.count;
  }

  private enterTable(name: string, attributes: Attributes): void {
    if (name === "table") this.tables.push({ row: -1, column: -1 });
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === "tr") [table.row, table.column] = [table.row + 1, -1];
    else if (name === "td" || name === "th")
      table.column += Math.max(1, Math.min(20, Number(attributes["colspan"]) || 1));
  }

  said(text: string): void {
    const here = this.open.at(-1);
    if (here?.name === "title" && this.title.length < 1000) this.title += text;
    if (here?.skipped === true || (here?.raised === true && noteMark.test(text))) return;
    this.text += text;
    if (here?.bold === true) this.bold += text.replace(/\s+/g, "").length;
    if (this.afterBreak && /\S/.test(text)) this.afterBreak = false;
  }

  closed(name: string): void {
    if (isApart(name)) this.flush();
    this.open.pop();
    if (name === "table") this.tables.pop();
    if (name === "ul" || name === "ol") this.items.pop();
  }

  /** Two breaks in a row end a paragraph, and one ends a heading in bold. */
  private lineBreak(): void {
    if (this.afterBreak || (this.isAllBold() && isShortTitle(this.text.trim()))) this.flush();
    else this.text += "\n";
    this.afterBreak = true;
  }

  private isAllBold(): boolean {
    return this.bold > 0 && this.bold >= this.text.replace(/\s+/g, "").length;
  }

  private flush(): void {
    const isListed = wordBullet.test(this.text);
    const text = this.text.replace(wordBullet, "").replace(/\s+/g, " ").trim();
    const allBold = this.isAllBold();
    [this.text, this.bold] = ["", 0];
    const here = this.open.at(-1) ?? outside;
    if (text === "" || this.blocks.length > mostBlocks) return;
    const printed = /^h([1-6])$/.exec(here.kind)?.[1];
    const heading = printed ?? (allBold && here.kind !== "li" && isShortTitle(text) ? boldLevel : undefined);
    const isItem = here.kind === "li";
    const table = this.tables.at(-1);
    this.blocks.push({
      kind: heading !== undefined ? "heading" : isItem || isListed ? "bullet" : "paragraph",
      count: isItem ? this.count : undefined,
      depth: isItem ? this.items.length : undefined,
      cell: table === undefined || table.column < 0 ? undefined : { ...table, isHeader: here.kind === "th" },
      level: Number(heading ?? 0),
      text,
      regions: here.regions,
      list: here.list,
      breadcrumbs: here.breadcrumbs,
    });
    this.count = undefined;
  }
}

/** What Word puts in front of a point, where it does not call it an item of a list. */
const wordBullet = /^\s*(?:[•·‣◦▪●■➢✓]|[o§ü](?=\s{2}))\s+(?=\S)/;
const noteMark = /^\s*[[(]?(?:\d{1,3}|[*†‡])[\])]?\s*$/;

const none: ReadonlySet<Region> = new Set();
const outside = { skipped: false, regions: none, list: 0, breadcrumbs: false, kind: "p", bold: false, raised: false };

/** A block, a cell of a table, or what a page folds away. */
function isApart(name: string): boolean {
  return opensBlock(name) || isCell(name) || name === "details" || name === "summary";
}

/** A paragraph that a page opens inside of a heading means that the heading is over. */
function kindWithin(outer: string, name: string): string {
  if (/^(?:h[1-6]|li|td|th)$/.test(name)) return name;
  return outer.startsWith("h") && isApart(name) ? "p" : outer;
}

function withRegion(regions: ReadonlySet<Region>, name: string, attributes: Attributes): ReadonlySet<Region> {
  const element = attributes["data-element"];
  if (element === "collapse_target") return new Set([...regions, "collapse_target"]);
  if (classes(attributes).includes("content-wrapper")) return new Set([...regions, "content-wrapper"]);
  if (element === "main" || name === "main" || name === "article") return new Set([...regions, "main"]);
  return regions;
}

function isSkipped(name: string, attributes: Attributes): boolean {
  if (wholePage.has(name)) return false;
  if (skippedElements.has(name) || skippedRoles.has(attributes["role"] ?? "")) return true;
  if (attributes["hidden"] !== undefined || attributes["aria-hidden"] === "true") return true;
  return [...classes(attributes), (attributes["id"] ?? "").toLowerCase()].some((each) => skippedNames.has(each));
}

function classes(attributes: Attributes): string[] {
  return (attributes["class"] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
}
