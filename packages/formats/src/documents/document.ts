/** A document of a word processor or a PDF, as the blocks that a reader sees. */
export interface Document {
  readonly format: DocumentFormat;
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly blocks: readonly DocumentBlock[];
}

export type DocumentFormat = "Word" | "OpenDocument" | "PDF" | "TEI";

export interface DocumentBlock {
  readonly kind: "heading" | "bullet" | "paragraph";
  /** Of a heading: 1 to 6, 1 is the largest; else 0. */
  readonly level: number;
  /** Lines that the document breaks itself are separated by line breaks. */
  readonly text: string;
  /** A whole paragraph in bold or large letters: where a document has no headings, its short ones are. */
  readonly strong?: boolean;
  /** Its place in a table; rows and columns count from 0. */
  readonly cell?: { readonly row: number; readonly column: number };
}

/** No document that people read has more; a hostile file does. */
export const mostBlocks = 300_000;

/** A document whose writer made headings by hand, in bold: short lines that are not sentences, with text below them. */
export function withHeadings(blocks: readonly DocumentBlock[]): readonly DocumentBlock[] {
  if (blocks.some(({ kind }) => kind === "heading")) return blocks;
  const isHeading = ({ kind, strong, text }: DocumentBlock, k: number) =>
    kind === "paragraph" &&
    strong === true &&
    text.length <= 100 &&
    !/[.;,]["”’')]*$/.test(text) &&
    blocks.slice(k + 1, k + 3).some((next) => next.strong !== true);
  return blocks.map((block, k) => (isHeading(block, k) ? { ...block, kind: "heading", level: 2 } : block));
}

/** The document as plain text: a blank line between paragraphs, a dash before each item of a list. */
export function documentText({ blocks }: Pick<Document, "blocks">): string {
  return blocks.map(({ kind, text }) => (kind === "bullet" ? `- ${text.replaceAll("\n", " ")}` : text)).join("\n\n");
}
