import { titleCase } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import { undecorated } from "../chapters/lettering.ts";
import { paragraphEnd } from "./chapter-text.ts";
import type { StoryChapter } from "./types.ts";

/** The line above `by So-and-so` near the start; above a subtitle, where there is one. */
export function titlePage(blocks: readonly Block[]): string | undefined {
  const isBy = ({ text }: Block) => /^\s*(?:written )?by\s+\p{Lu}/iu.test(text) && text.length < 100;
  const by = blocks.slice(0, 40).findIndex(isBy);
  if (by <= 0) return undefined;
  const at = by > 1 && isSubtitle(blocks[by - 1]!.text) && /\p{L}/u.test(blocks[by - 2]!.text) ? by - 2 : by - 1;
  return firstLine(blocks.slice(at));
}

function isSubtitle(text: string): boolean {
  const form = "comedy|tragedy|farce|drama|play|tragicomedy|melodrama|masque|tale|novel|romance|story|history|poem";
  return new RegExp(
    `^\\s*(?:or,|being\\b|in \\w+ (?:acts|parts|volumes|books)|(?:an? )?(?:[\\w-]+ ){0,2}(?:${form})\\b)`,
    "i",
  ).test(text);
}

/** Rather than with a chapter, the first verse of a poem or the story itself. */
export function opensWithTitle(blocks: readonly Block[], [first]: readonly StoryChapter[]): boolean {
  if (first !== undefined && first.heading !== "" && first.line === blocks[0]!.line) return false;
  const [line = "", ...more] = blocks[0]!.text.trim().split("\n");
  if (more.length > 0) return line === line.toUpperCase();
  const isSentence = paragraphEnd.test(line) && /(?<!\p{L})[\p{Ll}\p{Lo}]\p{L}{3}/u.test(line);
  return !/[,;]$/.test(line) && !isSentence;
}

export function firstLine(blocks: readonly Block[]): string | undefined {
  const line = undecorated(blocks[0]!.text.slice(0, 400).trim().split("\n", 1)[0] ?? "");
  return line.length > 0 && line.length <= 120 ? titleCase(line) : undefined;
}
