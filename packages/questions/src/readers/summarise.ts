import { random } from "@plotline/base";
import { model } from "@plotline/nn";
import { loadRun, Replicas } from "@plotline/nn/node";
import { nameIndex } from "@plotline/text";
import { pointValues } from "./batches/completion-batch.ts";
import { Pages } from "./batches/documents.ts";
import { markerOf } from "./batches/markers.ts";
import { encodeText } from "./encoding/encode.ts";
import type { Encoded } from "./encoding/examples.ts";
import { special, type WordList } from "./encoding/words.ts";
import type { ReaderFolder } from "./run-folder.ts";
import { nextToken } from "./summary-decoder.ts";

export interface SummariseOptions {
  /** By default as many as the training corpus has for this many paragraphs. */
  readonly points?: number;
  /** The most tokens of a point. */
  readonly longest: number;
  readonly onPoint?: (done: number, total: number) => void;
}

const summariseDefaults: SummariseOptions = { longest: 40 };

/**
 * Writes a summary: the story is cut into stretches of equal length, and a trained decoder summarises each in one
 * point.
 */
export async function summarise(
  decoder: ReaderFolder,
  story: readonly string[],
  options: Partial<SummariseOptions> = {},
): Promise<string[]> {
  const { longest, onPoint, ...given } = { ...summariseDefaults, ...options };
  const { words, file, weights } = decoder;
  const index = nameIndex(story);
  const paragraphs = story
    .map((paragraph) => encodeText(paragraph, index.known(paragraph), (word) => words.number(word)))
    .filter(({ length }) => length > 0);
  const wanted = given.points ?? Math.max(1, Math.round(paragraphs.length * file.bulletsPerParagraph));
  const parts = stretches(paragraphs, wanted);
  const replicas = await Replicas.open(model(nextToken(file.model, words.size)));
  try {
    loadRun(weights, replicas);
    const points: string[] = [];
    for (const part of parts) {
      const names = markerOf([], part, words, random("summarise", points.length));
      const pieces = part.flatMap((paragraph) => inPieces(names.marked(paragraph), file.model.longestParagraph));
      const text = await written(replicas, pieces, longest);
      points.push(spelled(text, words, (token) => index.entities[names.entity(token) ?? -1]?.name));
      onPoint?.(points.length, parts.length);
    }
    return points;
  } finally {
    await replicas.close();
  }
}

/** The tokens of all paragraphs in `count` parts of equal length, each still in paragraphs. */
function stretches(paragraphs: readonly Encoded[], count: number): Encoded[][] {
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0);
  const parts = Math.max(1, Math.min(count, total));
  const cuts = Array.from({ length: parts + 1 }, (_, k) => Math.round((total * k) / parts));
  return Array.from({ length: parts }, (_, k) => {
    const [from, to] = [cuts[k] ?? 0, cuts[k + 1] ?? total];
    let start = 0;
    return paragraphs.flatMap((paragraph) => {
      const [first, last] = [Math.max(0, from - start), Math.min(paragraph.length, to - start)];
      start += paragraph.length;
      return first < last ? [paragraph.subarray(first, last)] : [];
    });
  });
}

/** Words with spaces between them, none before a mark; a sentence begins with a capital. */
function spelled(tokens: readonly number[], words: WordList, nameOf: (token: number) => string | undefined): string {
  const written = tokens.map((token) =>
    token >= words.firstMarker ? (nameOf(token) ?? "someone") : words.word(token),
  );
  const text = written.reduce((all, word) => (all === "" || closes.test(word) ? all + word : `${all} ${word}`), "");
  return text.replace(/(^|[.!?…]["”’']?\s+)(\p{Ll})/gu, (whole) => whole.toUpperCase());
}

const closes = /^(?:[.,;:!?…)\]”’%]|['’](?:s|t|d|m|ll|re|ve)$|n['’]t$)/u;

/** A point about some paragraphs: the likeliest token again and again, until that is the end. */
async function written(replicas: Replicas, paragraphs: readonly Encoded[], longest: number): Promise<number[]> {
  const pages = new Pages();
  const sees = [...pages.add([...paragraphs.keys()], paragraphs).values()];
  const text: number[] = [];
  while (text.length < longest) {
    const { values } = pointValues([[{ text: Int32Array.of(special.start, ...text), sees, given: 0 }]], pages.segments);
    const [found] = await replicas.evaluate([{ ...pages.values(), ...values }]);
    const next = likeliest(text, found!["likely"]!.data);
    if (next === special.end) break;
    text.push(next);
  }
  return text;
}

/** No text is empty or has a special token, and no three tokens follow each other twice. */
function likeliest(text: readonly number[], likely: ArrayLike<number>): number {
  let best: number = special.end;
  for (let token = 0; token < likely.length; token++) {
    const isBetter = likely[token]! > likely[best]! || (best === special.end && text.length === 0);
    if (isBetter && !unwritten.has(token) && !repeats(text, token)) best = token;
  }
  return best;
}

const unwritten = new Set<number>([special.unknown, special.start, special.mask, special.end]);

function repeats(text: readonly number[], token: number): boolean {
  const [a, b] = text.slice(-2);
  return text.some((_, k) => k + 2 < text.length && text[k] === a && text[k + 1] === b && text[k + 2] === token);
}

function inPieces(text: Encoded, longest: number): Encoded[] {
  return Array.from({ length: Math.ceil(text.length / longest) }, (_, k) =>
    text.subarray(k * longest, (k + 1) * longest),
  );
}
