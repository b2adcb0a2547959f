import { Problem, sumOf } from "@plotline/base";
import type { Block } from "../blocks/block.ts";
import type { Document } from "./document.ts";
import { Gatherer } from "./gather.ts";
import { withoutFurniture } from "./pdf-furniture.ts";
import { type PdfLine, type PdfPage, pdfLines } from "./pdf-lines.ts";
import { pdfPages } from "./pdf-thread.ts";

/** A PDF with a text layer: lines become paragraphs and headings; running heads and page numbers are left out. */
export function readPdf(bytes: Uint8Array, name: string): Document {
  const { pages, title, author } = pdfPages(bytes, name);
  const characters = sumOf(pages, ({ items }) => sumOf(items, ({ text }) => text.trim().length));
  if (characters < 10 * pages.length || characters === 0)
    throw new Problem(
      `${name} is a PDF without text, such as scanned pages: make its text readable with OCR (OCRmyPDF, Acrobat), or copy it into a text file.`,
    );
  return { format: "PDF", title, author, blocks: blocksOf(pages) };
}

function blocksOf(pages: readonly PdfPage[]): readonly Block[] {
  const lines = withoutFurniture(pages.map(pdfLines)).flat();
  const body = bodyOf(lines);
  const levels = headingSizes(lines, body);
  const gatherer = new Gatherer();
  let open: PdfLine[] = [];
  const end = () => {
    const [first] = open;
    if (first === undefined) return;
    gatherer.add(joined(open));
    const level = levels.indexOf(Math.round(first.size)) + 1;
    if (level > 0 && open.length <= 3) gatherer.end({ level });
    else {
      const strong = open.every(({ font }) => font !== body.font);
      gatherer.end({ item: pointMark.test(first.text), strong });
    }
    open = [];
  };
  for (const line of lines) {
    if (startsBlock(line, open, body)) end();
    open.push(line);
  }
  end();
  return gatherer.blocks.map((block) =>
    block.item !== undefined ? { ...block, text: block.text.replace(pointMark, "") } : block,
  );
}

interface Body {
  readonly size: number;
  readonly font: string;
  /** From one line to the next. */
  readonly leading: number;
  readonly left: number;
  readonly right: number;
}

const pointMark = /^(?:[•●○▪◦‣∙·*–—-]|\(?\d{1,3}[.)])\s+(?=\S)/;

/** How most of the text is set. */
function bodyOf(lines: readonly PdfLine[]): Body {
  const size = mostFrequent(lines, ({ size: own }) => Math.round(own));
  const own = lines.filter((line) => Math.round(line.size) === size);
  const gaps = own.flatMap((line, k) => {
    const before = own[k - 1];
    const gap = before === undefined || before.page !== line.page ? 0 : before.y - line.y;
    return gap > 0.5 * size && gap < 2.6 * size ? [Math.round(2 * gap) / 2] : [];
  });
  return {
    size,
    font: mostFrequent(own, ({ font }) => font),
    leading: smallestFrequent(gaps) ?? 1.2 * size,
    left: mostFrequent(own, ({ x }) => Math.round(x)),
    right: Math.max(0, ...own.map(({ right }) => right)),
  };
}

/** Where paragraphs are short, the space between two of them is as frequent as that between two lines, but larger. */
function smallestFrequent(gaps: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= 0.15 * gaps.length).sort((a, b) => a[0] - b[0])[0]?.[0];
}

/** By characters, so that a page of short lines does not count more than it says. */
function mostFrequent<Value>(lines: readonly PdfLine[], of: (line: PdfLine) => Value): Value {
  const counts = new Map<Value, number>();
  for (const line of lines) counts.set(of(line), (counts.get(of(line)) ?? 0) + line.text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** The sizes of headings, largest first: larger than the body's, and short. */
function headingSizes(lines: readonly PdfLine[], { size }: Body): number[] {
  const larger = lines.filter((line) => line.size >= 1.12 * size && line.text.length <= 120);
  return [...new Set(larger.map((line) => Math.round(line.size)))].sort((a, b) => b - a).slice(0, 6);
}

function startsBlock(line: PdfLine, open: readonly PdfLine[], { size, leading, right, left }: Body): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return true;
  if (Math.abs(line.size - last.size) > 0.08 * last.size) return true;
  const isShort = last.right < right - 0.12 * (right - left);
  if (isShort && isOtherFont(last, line)) return true;
  if (pointMark.test(line.text) && /[\p{L}\p{N}]/u.test(line.text.replace(pointMark, "")))
    return /^[•●○▪◦‣∙]/.test(line.text) || !isMidSentence(last);
  if (line.page !== last.page && isShort && /^\p{Lu}/u.test(line.text) && !pointMark.test(first.text)) return true;
  if (line.page !== last.page) return !(isMidSentence(last) || (pointMark.test(first.text) && line.x > first.x + 1));
  const gap = last.y - line.y;
  // A new column begins above where the last one ended.
  if (gap < 0) return !isMidSentence(last);
  if (gap > 1.35 * Math.max(leading, 1.1 * line.size)) return true;
  if (pointMark.test(first.text)) return false;
  if (isShort && sentenceEnd.test(last.text)) return true;
  return line.x - left > 0.8 * size && line.x - last.x > 0.8 * size && !isMidSentence(last);
}

/** A line in bold above a paragraph that is not. */
function isOtherFont(a: PdfLine, b: PdfLine): boolean {
  return a.isUniform && b.isUniform && a.font !== b.font;
}

const sentenceEnd = /[.!?…:]["”’')\]]*$/;

function isMidSentence({ text }: PdfLine): boolean {
  return !sentenceEnd.test(text);
}

/** A word that was divided at the end of a line is made whole. */
function joined(lines: readonly PdfLine[]): string {
  return lines.reduce((text, line) => {
    if (text === "") return line.text;
    if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line.text)) return text.slice(0, -1) + line.text;
    return `${text} ${line.text}`;
  }, "");
}
