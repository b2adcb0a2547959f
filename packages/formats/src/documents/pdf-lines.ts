/** A stretch of text on a page, as pdf.js gives it; y counts upwards. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
}

export interface PdfPage {
  /** Counted from 0. */
  readonly number: number;
  readonly height: number;
  readonly items: readonly PdfItem[];
}

export interface PdfLine {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  /** Whether all of it is in that font. */
  readonly isUniform: boolean;
}

/** The lines of a page in the order in which it was written, which is the order of reading, columns too. */
export function pdfLines({ number, items }: PdfPage): PdfLine[] {
  const lines: PdfItem[][] = [];
  for (const item of items) {
    const last = lines.at(-1)?.at(-1);
    if (item.text.trim() === "" && item.width === 0) continue;
    const isSame =
      last !== undefined && Math.abs(item.y - last.y) < 0.5 * Math.max(item.size, last.size) && item.x > last.x - 1;
    if (isSame) lines.at(-1)!.push(item);
    else lines.push([item]);
  }
  return lines.map((line) => lineOf(number, line)).filter(({ text }) => text !== "");
}

function lineOf(page: number, items: readonly PdfItem[]): PdfLine {
  let text = "";
  let end: number | undefined;
  for (const item of items) {
    const isApart = end !== undefined && item.x - end > 0.15 * item.size;
    if (isApart && !/\s$/.test(text) && !/^\s/.test(item.text)) text += " ";
    text += item.text;
    end = item.x + item.width;
  }
  const longest = items.reduce((most, item) => (item.text.length > most.text.length ? item : most));
  const { size, font } = longest;
  const [first] = items as readonly [PdfItem, ...PdfItem[]];
  return {
    page,
    text: text.replace(/\s+/g, " ").trim(),
    x: first.x,
    right: end ?? 0,
    y: longest.y,
    size,
    font,
    isUniform: items.every((item) => item.font === font || item.text.trim() === ""),
  };
}
