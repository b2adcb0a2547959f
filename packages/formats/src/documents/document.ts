import type { Block } from "../blocks/block.ts";

/** A document of a word processor or a PDF, as the blocks that a reader sees. */
export interface Document {
  readonly format: DocumentFormat;
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** Lines that the document breaks itself are separated by line breaks. */
  readonly blocks: readonly Block[];
}

/** A format of word processors and printers. */
export type DocumentFormat = "Word" | "OpenDocument" | "PDF";

/** A document whose writer made headings by hand, in bold: short lines that are not sentences, with text below them. */
export function withHeadings(blocks: readonly Block[]): readonly Block[] {
  if (blocks.some(({ level }) => level > 0)) return blocks;
  const isHeading = ({ item, strong, text }: Block, k: number) =>
    item === undefined &&
    strong === true &&
    text.length <= 100 &&
    !/[.;,]["”’')]*$/.test(text) &&
    blocks.slice(k + 1, k + 3).some((next) => next.strong !== true);
  return blocks.map((block, k) => (isHeading(block, k) ? { ...block, level: 2 } : block));
}

/** The document as plain text: a blank line between paragraphs, a dash before each item of a list. */
export function documentText({ blocks }: Pick<Document, "blocks">): string {
  return blocks.map(({ item, text }) => (item !== undefined ? `- ${text.replaceAll("\n", " ")}` : text)).join("\n\n");
}
