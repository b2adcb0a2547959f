/**
 * The paragraphs of a chapter file: separated by blank lines, each line trimmed and its spaces made single.
 * Line breaks inside a paragraph stay (verse, a speech), so what is written comes back as it was.
 */
export function splitParagraphs(text: string): string[] {
  const lines = text.replace(/^\ufeff/, "");
  const blocks = oddBreak.test(lines) ? withPlainBreaks(lines).split(/\n\n+/) : lines.split("\n\n");
  return blocks.map(tidy).filter(Boolean);
}

/** What `splitParagraphs` reads back as the same paragraphs; one without a word in it is left out. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs
    .map(tidyParagraph)
    .filter(Boolean)
    .map((paragraph) => `${paragraph}\n`)
    .join("\n");
}

/** A paragraph as it is stored: a blank line inside would make two of it. */
export function tidyParagraph(paragraph: string): string {
  return tidy(withPlainBreaks(paragraph).replace(/\n+/g, "\n"));
}

/** Lines that are blank but not empty, more than one of them, or line ends other than \n. */
const oddBreak = /\n[^\S\n]|\n\n\n|\r/;

function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\n\s+\n/g, "\n\n");
}

/** Nearly all paragraphs are tidy but for their ends: only what must be replaced is looked for. */
function tidy(paragraph: string): string {
  const trimmed = paragraph.trim();
  if (!untidy.test(trimmed)) return trimmed;
  return trimmed
    .replace(/[^\S\n ]+/g, " ")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n");
}

const untidy = /\s\s|[^\S\n ]/;
