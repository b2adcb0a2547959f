import type { Block } from "../blocks/block.ts";
import type { Archive } from "../files/archive.ts";
import { type Attributes, walkXml } from "../files/tags.ts";
import type { Document } from "./document.ts";
import { Gatherer } from "./gather.ts";
import { coreProperties } from "./properties.ts";
import { type ListLevel, Numbering } from "./word-numbering.ts";

/** A .docx: headings by their style or outline level, lists by their numbering; deleted text and footnotes are left out. */
export function readWord(archive: Archive): Document {
  const styles = readStyles(textOf(archive, "word/styles.xml"));
  const numbering = new Numbering(textOf(archive, "word/numbering.xml"));
  const reader = new BodyReader(styles, numbering);
  walkXml(archive.text("word/document.xml"), reader);
  return { format: "Word", ...coreProperties(textOf(archive, "docProps/core.xml")), blocks: reader.blocks };
}

function textOf(archive: Archive, path: string): string {
  return archive.has(path) ? archive.text(path) : "";
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  /** Counted from 0; undefined where the style does not say. */
  readonly outline: number | undefined;
  readonly list: ListLevel | undefined;
}

function readStyles(xml: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  let id = "";
  let style: { -readonly [key in keyof Style]: Style[key] } | undefined;
  walkXml(xml, {
    opened(name, attributes) {
      if (name === "w:style") {
        id = attributes["w:styleId"] ?? "";
        style = { name: "", basedOn: undefined, outline: undefined, list: undefined };
      } else if (style === undefined) return;
      else if (name === "w:name") style.name = valOf(attributes);
      else if (name === "w:basedOn") style.basedOn = valOf(attributes);
      else if (name === "w:outlineLvl") style.outline = Number(valOf(attributes));
      else if (name === "w:ilvl") style.list = { id: style.list?.id ?? "", level: Number(valOf(attributes)) };
      else if (name === "w:numId") style.list = { id: valOf(attributes), level: style.list?.level ?? 0 };
    },
    closed(name) {
      if (name !== "w:style") return;
      if (style !== undefined) styles.set(id, style);
      style = undefined;
    },
  });
  return styles;
}

/** What is inside these is no running text: field codes, deleted or moved text, text boxes, readings above characters. */
const skipped = new Set(["w:instrText", "w:del", "w:moveFrom", "w:delText", "mc:Fallback", "w:txbxContent", "w:rt"]);

const tableParts: Readonly<Record<string, "table" | "row" | "cell">> = {
  "w:tbl": "table",
  "w:tr": "row",
  "w:tc": "cell",
};

interface Paragraph {
  style: string;
  outline: number | undefined;
  list: ListLevel | undefined;
  /** How many of its characters are bold, and how many are not. */
  bold: number;
  plain: number;
}

class BodyReader {
  private readonly gatherer = new Gatherer();
  private readonly waiting: Paragraph[] = [];
  private hidden = 0;
  private inText = false;
  private runIsBold = false;

  constructor(
    private readonly styles: ReadonlyMap<string, Style>,
    private readonly numbering: Numbering,
  ) {}

  get blocks(): readonly Block[] {
    return this.gatherer.blocks;
  }

  opened(name: string, attributes: Attributes): void {
    if (skipped.has(name)) this.hidden++;
    if (this.hidden > 0) return;
    const here = this.waiting.at(-1);
    const part = tableParts[name];
    if (part !== undefined) this.gatherer.enterTable(part);
    else if (name === "w:p") this.waiting.push({ style: "", outline: undefined, list: undefined, bold: 0, plain: 0 });
    else if (name === "w:t") this.inText = true;
    else if (name === "w:r") this.runIsBold = false;
    else if (name === "w:b") this.runIsBold = isOn(attributes);
    else if (name === "w:tab" && attributes["w:val"] === undefined) this.gatherer.add(" ");
    else if (name === "w:br" && attributes["w:type"] === undefined) this.gatherer.add("\n");
    else if (name === "w:cr") this.gatherer.add("\n");
    else if (name === "w:noBreakHyphen") this.gatherer.add("-");
    else if (here !== undefined) this.property(here, name, attributes);
  }

  said(text: string): void {
    if (!this.inText || this.hidden > 0) return;
    this.gatherer.add(text);
    const here = this.waiting.at(-1);
    if (here !== undefined) here[this.runIsBold ? "bold" : "plain"] += text.trim().length;
  }

  closed(name: string): void {
    if (skipped.has(name)) this.hidden--;
    else if (this.hidden > 0) return;
    else if (name === "w:tbl") this.gatherer.leaveTable();
    else if (name === "w:t") this.inText = false;
    else if (name === "w:p") this.end(this.waiting.pop());
  }

  private property(here: Paragraph, name: string, attributes: Attributes): void {
    if (name === "w:pStyle") here.style = valOf(attributes);
    else if (name === "w:outlineLvl") here.outline = Number(valOf(attributes));
    else if (name === "w:ilvl") here.list = { id: here.list?.id ?? "", level: Number(valOf(attributes)) };
    else if (name === "w:numId") here.list = { id: valOf(attributes), level: here.list?.level ?? 0 };
  }

  private end(paragraph: Paragraph | undefined): void {
    if (paragraph === undefined) return;
    const chain = this.styleChain(paragraph.style);
    const level = headingLevel(paragraph, chain);
    const list = paragraph.list ?? chain.find((style) => style.list !== undefined)?.list;
    const isListed = list !== undefined && list.id !== "0" && list.id !== "";
    const strong = paragraph.bold > 0 && paragraph.plain === 0;
    if (level === undefined) {
      this.gatherer.end({ item: isListed, strong });
      return;
    }
    const label = isListed ? this.numbering.next(list) : "";
    if (label !== "") this.gatherer.prefix(`${label} `);
    this.gatherer.end({ level });
  }

  /** The style and those it is based on: in Word a few, in a hostile file a circle, or a hundred thousand. */
  private styleChain(id: string): Style[] {
    const chain: Style[] = [];
    for (let at: string | undefined = id; at !== undefined && chain.length < longestChain; ) {
      const style = this.styles.get(at);
      if (style === undefined) break;
      chain.push(style);
      at = style.basedOn;
    }
    return chain;
  }
}

const longestChain = 20;

/** By what the paragraph says itself, then by its style or those that it is based on. */
function headingLevel({ style, outline }: Paragraph, chain: readonly Style[]): number | undefined {
  const said = outline ?? chain.find((each) => each.outline !== undefined)?.outline;
  if (said !== undefined) return said < 9 ? said + 1 : undefined;
  const names = chain.length > 0 ? chain.map(({ name }) => name) : [style];
  for (const name of names) {
    const level = /^heading ?([1-9])\b/i.exec(name)?.[1];
    if (level !== undefined) return Number(level);
    if (/^title$/i.test(name)) return 1;
  }
  return undefined;
}

function valOf(attributes: Attributes): string {
  return attributes["w:val"] ?? "";
}

function isOn(attributes: Attributes): boolean {
  return !/^(?:0|false|off)$/.test(attributes["w:val"] ?? "");
}
