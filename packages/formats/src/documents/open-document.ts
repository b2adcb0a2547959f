import type { Block } from "../blocks/block.ts";
import type { Archive } from "../files/archive.ts";
import { type Attributes, walkXml } from "../files/tags.ts";
import type { Document } from "./document.ts";
import { Gatherer } from "./gather.ts";
import { coreProperties } from "./properties.ts";

/** An .odt: headings by their outline level, items of lists; notes, comments, deleted text and contents are left out. */
export function readOpenDocument(archive: Archive): Document {
  const reader = new ContentReader();
  walkXml(archive.text("content.xml"), reader);
  const meta = archive.has("meta.xml") ? archive.text("meta.xml") : "";
  return { format: "OpenDocument", ...coreProperties(meta), blocks: reader.blocks };
}

const skipped = new Set([
  "text:note",
  "office:annotation",
  "text:tracked-changes",
  "text:table-of-content",
  "text:alphabetical-index",
  "text:bibliography",
  "svg:title",
  "svg:desc",
  "office:scripts",
  "office:font-face-decls",
]);

class ContentReader {
  private readonly gatherer = new Gatherer();
  /** The style that each automatic style is made from. */
  private readonly parents = new Map<string, string>();
  private hidden = 0;
  private lists = 0;
  /** Paragraphs and headings that are open, the level of a heading or 0. */
  private readonly open: number[] = [];

  get blocks(): readonly Block[] {
    return this.gatherer.blocks;
  }

  opened(name: string, attributes: Attributes): void {
    if (skipped.has(name)) this.hidden++;
    if (this.hidden > 0) return;
    const part = /^table:table(?:-(row|cell))?$/.exec(name);
    if (part !== null) this.gatherer.enterTable((part[1] as "row" | "cell" | undefined) ?? "table");
    else if (name === "style:style")
      this.parents.set(attributes["style:name"] ?? "", attributes["style:parent-style-name"] ?? "");
    else if (name === "text:list-item") this.lists++;
    else if (name === "text:h") this.open.push(Number(attributes["text:outline-level"] ?? 1) || 1);
    else if (name === "text:p") this.open.push(this.isTitle(attributes["text:style-name"] ?? "") ? 1 : 0);
    else if (name === "text:s") this.gatherer.add(" ");
    else if (name === "text:tab") this.gatherer.add(" ");
    else if (name === "text:line-break") this.gatherer.add("\n");
  }

  said(text: string): void {
    if (this.hidden === 0 && this.open.length > 0) this.gatherer.add(text.replace(/\s+/g, " "));
  }

  closed(name: string): void {
    if (skipped.has(name)) this.hidden--;
    else if (this.hidden > 0) return;
    else if (name === "table:table") this.gatherer.leaveTable();
    else if (name === "text:list-item") this.lists--;
    else if (name === "text:h" || name === "text:p") this.end(this.open.pop() ?? 0);
  }

  /** A heading in a list is a numbered heading. */
  private end(level: number): void {
    if (level > 0) this.gatherer.end({ level });
    else this.gatherer.end({ item: this.lists > 0 });
  }

  private isTitle(style: string): boolean {
    return style === "Title" || this.parents.get(style) === "Title";
  }
}
