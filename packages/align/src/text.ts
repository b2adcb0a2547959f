import { Problem } from "@plotline/base";

/** Paragraphs, or one text whose paragraphs are separated by blank lines. */
export type Text = string | readonly string[];

export function paragraphsOf(text: Text): readonly string[] {
  if (typeof text !== "string") return mustBeTexts(text);
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

/** JavaScript may hand in anything. */
function mustBeTexts(paragraphs: readonly string[]): readonly string[] {
  if (Array.isArray(paragraphs) && paragraphs.every((paragraph) => typeof paragraph === "string")) return paragraphs;
  throw new Problem("The function align() takes a summary and a story, each one text or a list of paragraphs.");
}
