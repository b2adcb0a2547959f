import type { Heading } from "./heading-forms.ts";
import type { Piece } from "./pieces.ts";
import type { StudiedBook } from "./study.ts";

/** Why something begins at a place. */
export type Reason =
  /** Its heading has a form that headings have: `act 1, the word "scene" and a Roman numeral`. */
  | ({ readonly kind: "pattern"; readonly isTitled: boolean } & Pick<Heading, "word" | "style" | "parent">)
  /** Its number follows from the one before, or starts again. */
  | { readonly kind: "run"; readonly number: number; readonly before?: number }
  /** The contents list names it: by this entry, or only by its number. */
  | { readonly kind: "contents"; readonly entry?: string }
  /** `Prologue`, `Epilogue`: the name alone says what it is. */
  | { readonly kind: "name"; readonly word: string }
  | { readonly kind: "html"; readonly level: number }
  | { readonly kind: "letter" | "capitals" | "set alike" | "given" | "edition" | "opening" | "whole" };

/** Why a chapter begins at a piece: what its line is, how it is set, and that the list names it. */
export function reasonsOf(
  { blocks, aims }: StudiedBook,
  { at, line }: Piece,
  before: Piece | undefined,
  k: number,
): Reason[] {
  if (line === undefined) return [{ kind: k === 0 && before === undefined && at > 0 ? "whole" : "opening" }];
  const { heading, form, setting } = line;
  const entry = aims.get(at);
  const listed: Reason[] = entry === undefined ? [] : [{ kind: "contents", entry: entry.text }];
  if (heading?.number !== undefined) {
    const { word, style, parent, title, number } = heading;
    const last = before?.line?.heading?.number;
    return [
      { kind: "pattern", word, style, parent, isTitled: title !== "" },
      { kind: "run", number, ...(last !== undefined && { before: last }) },
      ...listed,
    ];
  }
  if (heading !== undefined) return [{ kind: "name", word: heading.word }, ...listed];
  if (form === "dated") return [{ kind: "letter" }, ...listed];
  const { level } = blocks[at]!;
  return [
    level > 0 ? { kind: "html", level } : { kind: setting.startsWith("capitals") ? "capitals" : "set alike" },
    ...listed,
  ];
}

/** A reason in words, for people. */
export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "pattern":
      return `pattern: ${patternText(reason)}`;
    case "run":
      return `run: ${runText(reason)}`;
    case "contents":
      return `contents: ${reason.entry === undefined ? "its number is in the list" : `"${reason.entry}"`}`;
    case "name":
      return `pattern: the name "${reason.word}"`;
    case "html":
      return `pattern: an HTML heading, h${reason.level}`;
    default:
      return plainTexts[reason.kind];
  }
}

const plainTexts = {
  letter: "pattern: the date or the address of a letter",
  capitals: "pattern: a line of its own in capitals with space around it",
  "set alike": "pattern: set as the other headings",
  given: "given: the list of chapters",
  edition: "a division of the edition",
  opening: "text before the first heading",
  whole: "the whole text: no headings were found",
};

function patternText({ word, style, parent, isTitled }: Reason & { kind: "pattern" }): string {
  const number = style === undefined ? "the last" : styles[style];
  const named = word === "" ? number : `the word "${word}" and ${number}`;
  return `${parent === undefined ? "" : `${parent.word} ${parent.number}, `}${named}${isTitled ? " and a title" : ""}`;
}

const styles = {
  roman: "a Roman numeral",
  arabic: "a number",
  word: "a number in words",
  ordinal: "an ordinal",
  letter: "a letter",
};

function runText({ number, before }: Reason & { kind: "run" }): string {
  if (before === undefined) return number === 1 ? "the first" : `starts at ${number}`;
  if (number === before + 1) return `${number} follows ${before}`;
  if (number === 1) return `numbering starts again`;
  return number === Number.POSITIVE_INFINITY ? "called the last" : `${number} after ${before}`;
}
