import type { Heading } from "./heading-forms.ts";
import type { Structure } from "./structure.ts";

/** Why something begins at a place. */
export type Reason =
  /** Its heading has a form that headings have: `act 1, the word "scene" and a Roman numeral`. */
  | ({ readonly kind: "pattern"; readonly isTitled: boolean } & Pick<Heading, "word" | "style" | "parent">)
  /** Its number follows from the one before, or starts again, perhaps in a new part. */
  | { readonly kind: "run"; readonly number: number; readonly before?: number; readonly part?: string }
  /** The contents list names it: by this entry, or only by its number. */
  | { readonly kind: "contents"; readonly entry?: string }
  /** `Prologue`, `Epilogue`: the name alone says what it is. */
  | { readonly kind: "name"; readonly word: string }
  | { readonly kind: "html"; readonly level: number }
  | { readonly kind: "letter" | "capitals" | "half-title" | "set alike" | "given" | "edition" | "opening" | "whole" };

export function patternReason({ word, style, parent, title }: Heading): Reason {
  return { kind: "pattern", word, style, parent, isTitled: title !== "" };
}

/** How the number of a heading follows from the one before. */
export function runReason(
  { number = 0 }: Heading,
  before: Heading | undefined,
  { divisions }: Structure,
  block: number,
): Reason {
  const part = divisions.findLast((mark) => mark.block <= block)?.heading;
  return {
    kind: "run",
    number,
    ...(before !== undefined && { before: before.number ?? 0 }),
    ...(part !== undefined && { part: `${part.word} ${part.number}` }),
  };
}

/** Its number, the list or its name says that it is a chapter. */
export function areCertain(reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => certainKinds.has(reason.kind) || (reason.kind === "pattern" && isCounted(reason)));
}

const certainKinds: ReadonlySet<Reason["kind"]> = new Set(["run", "contents", "name", "letter"]);

function isCounted({ word, style }: Pick<Heading, "word" | "style">): boolean {
  return word !== "" && style !== undefined && style !== "letter";
}

export function hasReason(reasons: readonly Reason[], ...kinds: readonly Reason["kind"][]): boolean {
  return reasons.some(({ kind }) => kinds.includes(kind));
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
  "half-title": "pattern: the book's title once more, above the first chapter",
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

function runText({ number, before, part }: Reason & { kind: "run" }): string {
  if (before === undefined) return number === 1 ? "the first" : `starts at ${number}`;
  if (number === before + 1) return `${number} follows ${before}`;
  if (number === 1) return `numbering starts again${part === undefined ? "" : ` in ${part}`}`;
  return number === Number.POSITIVE_INFINITY ? "called the last" : `${number} after ${before}`;
}
