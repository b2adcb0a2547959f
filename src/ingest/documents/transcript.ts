import { countWords } from "../../corpus/words.ts";
import type { Document, DocumentBlock } from "./document.ts";

const clock = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
const timing = new RegExp(String.raw`^\s*(${clock})\s*-->\s*(${clock})`);
const startOfSrt = new RegExp(String.raw`^\s*\d{1,6}[ \t]*\n[ \t]*${clock}\s*-->\s*${clock}`);

/** Whether a text is a transcript: WebVTT by its first word, SubRip by its first cue. */
export function isTranscript(text: string): boolean {
  return /^WEBVTT(?:[ \t\n]|$)/.test(text) || startOfSrt.test(text);
}

interface Cue {
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** A pause this long starts a new paragraph, in seconds. */
const pause = 3;
/** A paragraph that is this long ends with its sentence, in words. */
const enough = 80;

/** The cues of a transcript (.srt, .vtt) as the paragraphs of a story: a new one for a new speaker, and after a pause. */
export function readTranscript(text: string): Document {
  const blocks: DocumentBlock[] = [];
  let paragraph = "";
  let speaker = "";
  let last: Cue | undefined;
  const end = () => {
    if (paragraph !== "") blocks.push({ kind: "paragraph", level: 0, text: paragraph });
    paragraph = "";
  };
  for (const cue of withoutRolling(cuesOf(text))) {
    if (last !== undefined && cue.start - last.end > pause) end();
    last = cue;
    for (const line of cue.lines) {
      const { name, said } = spoken(line);
      const turns = name !== undefined && name !== speaker;
      if (turns || /^[-–—]\s?\S/.test(said) || isFull(paragraph)) end();
      if (turns && name !== "") paragraph = `${name}: `;
      speaker = name ?? speaker;
      paragraph += `${paragraph === "" || paragraph.endsWith(" ") ? "" : " "}${said.replace(/^[-–—]\s?(?=\S)/, "")}`;
    }
  }
  end();
  return { format: "transcript", title: undefined, author: undefined, blocks };
}

function cuesOf(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => timing.test(line));
    if (at < 0 || at > 1) continue;
    const [, start = "", end = ""] = timing.exec(lines[at]!) ?? [];
    const said = lines
      .slice(at + 1)
      .map(plainLine)
      .filter((line) => line !== "");
    if (said.length > 0) cues.push({ start: seconds(start), end: seconds(end), lines: said });
  }
  return cues;
}

/** Captions that roll up repeat the line above: what the cue before said already is said once. */
function withoutRolling(cues: readonly Cue[]): Cue[] {
  let before: readonly string[] = [];
  return cues.flatMap((cue) => {
    const isNew = (line: string, k: number) =>
      !(before.includes(line) && k < cue.lines.length - 1) && line !== before.at(-1);
    const lines = cue.lines.filter(isNew);
    before = cue.lines;
    return lines.length === 0 ? [] : [{ ...cue, lines }];
  });
}

/** `<v Roger Bingham>` names who speaks; italics, colours and places on the screen are dropped. */
function plainLine(line: string): string {
  return line
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]{1,80})>/g, (_, name: string) => `${speakerMark}${name.trim()}${speakerMark}`)
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, "")
    .replace(/[♪♫#]+/g, "")
    .replace(/&(amp|lt|gt|nbsp|quot|#39);/g, (_, name: string) => entities[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

const speakerMark = "\u0001";
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function spoken(line: string): { name: string | undefined; said: string } {
  const [, name, said = ""] = /^\u0001([^\u0001]*)\u0001(.*)$/s.exec(line) ?? [];
  if (name !== undefined) return { name, said: said.trim() };
  const [, caps, rest = ""] = /^[-–—]?\s?(\p{Lu}[\p{Lu} .'’-]{1,30}):\s+(.*)$/su.exec(line) ?? [];
  return caps === undefined ? { name: undefined, said: line } : { name: caps, said: rest };
}

function isFull(paragraph: string): boolean {
  return /[.!?…]["”’')\]]*$/.test(paragraph) && countWords(paragraph) >= enough;
}

function seconds(time: string): number {
  return time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => 60 * sum + Number(part), 0);
}
