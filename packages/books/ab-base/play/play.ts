import { romanValue } from "@plotline/corpus";
import { type Block, onOneLine } from "@plotline/formats";
import notSpeakers from "./data/not-speakers.json" with { type: "json" };

export interface Cast {
  /** Every name that opens speeches, as printed, with how many it opens. */
  readonly speakers: ReadonlyMap<string, number>;
}

interface Speech {
  readonly text: string;
  readonly kind: "speech" | "direction" | "text";
}

/** Who speaks: names that open lines again and again, in capitals, in italics, or with a full stop after them. */
export function findCast(blocks: readonly Block[]): Cast {
  const found = new Map<string, number>();
  for (const { text } of blocks) {
    text.split("\n").forEach((line, k, lines) => {
      const name = mayOpen(lines, k) ? speakerOf(line)?.name : undefined;
      if (name !== undefined) found.set(name, (found.get(name) ?? 0) + 1);
    });
  }
  const speakers = new Map([...found].filter(([name, count]) => count >= (isUpper(name) ? 2 : 4)));
  return { speakers };
}

/** With those who speak once: names in capitals, where the others' are, that the cast list or a direction announces. */
export function wholeCast(blocks: readonly Block[]): Cast {
  const { speakers } = findCast(blocks);
  if ([...speakers.keys()].filter(isUpper).length < Math.max(3, speakers.size * 0.7)) return { speakers };
  const announced = announcements(blocks);
  const all = new Map(speakers);
  for (const { text } of blocks) {
    let before = "";
    for (const line of text.split("\n")) {
      const name = speakerOf(line)?.name ?? "";
      const isNew = isUpper(name) && !speakers.has(name) && !isOpen(before);
      if (isNew && isAnnounced(name, announced)) all.set(name, 1);
      before += line;
    }
  }
  return { speakers: all };
}

/** A direction has begun and not ended. */
function isOpen(text: string): boolean {
  return text.lastIndexOf("[") > text.lastIndexOf("]") || text.lastIndexOf("(") > text.lastIndexOf(")");
}

/** What the cast list and the directions say, folded. */
function announcements(blocks: readonly Block[]): string {
  const lines = blocks.slice(0, 60).map(({ text }) => text);
  for (const { text } of blocks)
    for (const line of text.split("\n")) if (/^\s*[[(_]*(?:Re-)?Enter\b/i.test(line)) lines.push(line);
  return ` ${lines
    .join(" ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")} `;
}

/** `SECOND MESSENGER` where a messenger enters. */
function isAnnounced(name: string, announced: string): boolean {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const role = words.replace(/^(?:first|second|third|fourth|another|an?|the|\d) /, "");
  return role.length > 3 && announced.includes(` ${role} `);
}

/** The share of blocks that open with a speaker: above a third, it is a play, acts or not. */
export function speechShare(blocks: readonly Block[], { speakers }: Cast): number {
  const opening = blocks.filter(({ text }) => isKnown(text.trimStart().split("\n", 1)[0] ?? "", speakers)).length;
  return blocks.length === 0 ? 0 : opening / blocks.length;
}

/** The speeches and stage directions of some blocks. A speech is one paragraph with its speaker. */
export function speechesOf(blocks: readonly Pick<Block, "text">[], { speakers }: Cast): Speech[] {
  const result: Speech[] = [];
  let waiting = "";
  for (const { text } of blocks) {
    for (const lines of segments(text.split("\n"), speakers)) {
      const joined = onOneLine(lines.join("\n"));
      if (lines.length === 1 && isKnown(joined, speakers) && speakerOf(joined)?.rest === "") {
        if (waiting !== "") result.push({ text: waiting, kind: "speech" });
        waiting = joined;
        continue;
      }
      const direction = isDirection(joined);
      if (waiting !== "" && !direction && !isKnown(joined, speakers))
        result.push({ text: `${waiting} ${joined}`, kind: "speech" });
      else {
        if (waiting !== "") result.push({ text: waiting, kind: "speech" });
        result.push({ text: joined, kind: direction ? "direction" : isKnown(joined, speakers) ? "speech" : "text" });
      }
      waiting = "";
    }
  }
  if (waiting !== "") result.push({ text: waiting, kind: "speech" });
  return result;
}

/** A block falls apart where a speaker opens a line, and at directions between speeches. */
function segments(lines: readonly string[], speakers: ReadonlyMap<string, number>): string[][] {
  const result: string[][] = [[]];
  lines.forEach((line, k) => {
    const opens =
      (isKnown(line, speakers) && mayOpen(lines, k)) ||
      (isBracketed(line) && (k === lines.length - 1 || isKnown(lines[k + 1] ?? "", speakers)));
    if (opens && result.at(-1)!.length > 0) result.push([]);
    result.at(-1)!.push(line);
  });
  return result.filter((each) => each.some((line) => line.trim() !== ""));
}

/**
 * Whether a line may open a speech: the first of a block, one whose name is set apart by italics or space, or one below
 * the end of a sentence. "Sit down here,\nTorvald. You and I must talk." goes on.
 */
function mayOpen(lines: readonly string[], k: number): boolean {
  return k === 0 || !mixed.test(lines[k]!) || sentenceEnd.test(lines[k - 1]!) || lines[k - 1]!.trim() === "";
}

const sentenceEnd = /[.!?…:—–)\]_-]["'”’»]*\s*$/;

function isKnown(line: string, speakers: ReadonlyMap<string, number>): boolean {
  const name = speakerOf(line)?.name;
  return name !== undefined && speakers.has(name);
}

interface Opening {
  readonly name: string;
  readonly rest: string;
}

/** `NORA.`, `NORA (laughing). Oh!`, `_Ham._ To be`, `Fran. Nay, answer me`, `HAMLET  To be`, `HAMLET` */
function speakerOf(line: string): Opening | undefined {
  const found = italic.exec(line) ?? upper.exec(line) ?? mixed.exec(line);
  const name = found?.[1]?.trim().replace(/[.,:]+$/, "");
  if (
    name === undefined ||
    name.length < 2 ||
    excluded.has(name.toLowerCase()) ||
    romanValue(name) !== undefined ||
    /^(?:scene|act|chapter|enter|re-enter|exit|exeunt)\b| to /i.test(name)
  )
    return undefined;
  return { name, rest: (found?.[2] ?? "").trim() };
}

const word = "\\p{Lu}[\\p{Lu}'’-]*\\.?";
const upper = new RegExp(
  `^\\s{0,40}_?((?:${word})(?:(?:[ ,]|, and | and |, | & )(?:${word}|\\d|of|the)){0,5})_?(?:\\s*[([][^)\\]]{0,120}[)\\]])?(?:[.:]_?(?=\\s|$|-|—|_|\\()|[.:]?_?\\s*$|\\s{2,}(?=\\S)|\\s+(?=[([“"']|\\p{Lu}\\p{Ll}|\\p{Lu} \\p{Ll}|\\p{Lu}['’]))(.*)$`,
  "u",
);
const italic = /^\s{0,20}_(\p{Lu}[\p{L}'’. ]{0,24}?)[.:]?_[.:]?\s+(.*)$/u;
const mixed =
  /^\s{0,12}((?:\d\s)?\p{Lu}[\p{L}'’]{0,14}(?: \p{Lu}[\p{L}'’]{0,14}){0,2})(?:\s*[([][^)\]]{0,80}[)\]])?[.:](?:\s+(.*))?$/u;
const excluded = new Set(notSpeakers.words);

function isUpper(name: string): boolean {
  return name === name.toUpperCase();
}

function isBracketed(line: string): boolean {
  return /^\s*[[(].*[\])]\s*$/.test(line);
}

/** In brackets or italics as a whole, or beginning as directions do. */
function isDirection(text: string): boolean {
  return (
    /^\[[^\]]*\]?\.?$|^\([^)]*\)\.?$|^_[^_]*_\.?$/.test(text) ||
    /^(?:_|\[)?(?:Enter|Re-enter|Exit|Exeunt|Curtain|Flourish|Alarum)\b/i.test(text)
  );
}
