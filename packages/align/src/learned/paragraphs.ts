import { cohesion, type Weighed } from "./planes.ts";
import type { ChapterReading } from "./reading.ts";

/** Where points or paragraphs are between 0 and 1, counted in paragraphs and in words. */
export interface Places {
  readonly inParagraphs: Float32Array;
  readonly inWords: Float32Array;
}

export function places(sizes: Int32Array): Places {
  let total = 0;
  for (let k = 0; k < sizes.length; k++) total += sizes[k]!;
  const inWords = new Float32Array(sizes.length);
  for (let k = 0, before = 0; k < sizes.length; k++) {
    inWords[k] = (before + sizes[k]! / 2) / Math.max(1, total);
    before += sizes[k]!;
  }
  return { inParagraphs: each(sizes.length, (k) => (k + 0.5) / sizes.length), inWords };
}

/** How long a point is, and whether it is the first or the last. */
export function pointShapes(sizes: Int32Array) {
  const last = sizes.length - 1;
  const ofPoints = (value: (k: number) => number) => each(sizes.length, value);
  return {
    "point's length": ofPoints((k) => Math.log1p(sizes[k]!)),
    "first point": ofPoints((k) => (k === 0 ? 1 : 0)),
    "last point": ofPoints((k) => (k === last ? 1 : 0)),
  };
}

/** How many points and paragraphs a chapter has. */
export function shapeFeatures(rows: number, columns: number) {
  return {
    "paragraphs for a point": Math.max(-3, Math.min(5, Math.log(columns / rows))),
    points: Math.log(rows),
    paragraphs: Math.log(columns),
  };
}

/** What a paragraph is, whatever it is compared with. */
export function paragraphFeatures({ storyLengths, names }: ChapterReading, weighed: Weighed, story: readonly string[]) {
  const together = cohesion(weighed);
  const last = story.length - 1;
  const ofParagraphs = (value: (k: number) => number) => each(story.length, value);
  return {
    "paragraph's length": ofParagraphs((k) => Math.log1p(storyLengths[k]!)),
    speech: ofParagraphs((k) => (speech.test(story[k]!) ? 1 : 0)),
    "quotation marks": ofParagraphs((k) => Math.min(6, quotationMarks(story[k]!))),
    heading: ofParagraphs((k) => (isHeading(story[k]!) ? 1 : 0)),
    cohesion: ofParagraphs((k) => together[k]!),
    names: ofParagraphs((k) => Math.min(4, names[k]!)),
    "near the start": ofParagraphs((k) => Math.exp(-k / 2)),
    "near the end": ofParagraphs((k) => Math.exp((k - last) / 2)),
  };
}

function each(count: number, value: (k: number) => number): Float32Array {
  const made = new Float32Array(count);
  for (let k = 0; k < count; k++) made[k] = value(k);
  return made;
}

const speech = /^[^\p{L}]*["“'‘]|^\p{Lu}[\p{Lu}'’. ]{1,20}[.:]/u;

function quotationMarks(text: string): number {
  let count = 0;
  for (const mark of ['"', "“", "”"])
    for (let at = text.indexOf(mark); at >= 0 && count < 6; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

function isHeading(text: string): boolean {
  if (/^(?:chapter|scene|act|book|part)\b/i.test(text)) return true;
  return text.length < 100 && !/[.!?,;"”’']\s*$/.test(text) && text.split(/\s+/).length < 12;
}
