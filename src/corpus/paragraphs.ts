/**
 * The paragraphs of a chapter file: separated by blank lines, each line trimmed and its spaces made single.
 * Line breaks inside a paragraph stay (verse, a speech), so what is written comes back as it was.
 */
export function splitParagraphs(text: string): string[] {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const lines = untidy.test(plain) ? tidy(plain) : plain;
  return lines.split(/\n\n+/).map(withoutOuterBreaks).filter(Boolean);
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
  return tidy(paragraph).replace(/\n+/g, "\n").trim();
}

/** Anything but single spaces between words. */
const untidy = /[^\S\n ]| {2}| \n|\n |^ | $/;

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/^ | $/g, "");
}

/** The first and the last paragraph of a file may carry the line breaks around them. */
function withoutOuterBreaks(paragraph: string): string {
  return paragraph.startsWith("\n") || paragraph.endsWith("\n") ? paragraph.replace(/^\n|\n$/g, "") : paragraph;
}
