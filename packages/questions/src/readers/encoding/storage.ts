import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { Problem } from "@plotline/base";
import type { EncodedCorpus } from "./corpus.ts";
import type { ClozeExample, Encoded, EncodedChapter, EncodedWork, PointPlace } from "./examples.ts";
import { WordList } from "./words.ts";

/**
 * An encoded corpus in one file: eight bytes with the length of a JSON header, the header (everything but texts, with
 * the lengths of texts), then all texts as 16-bit numbers, one after the other; the whole compressed. A word is its
 * number, entity k is 65535 − k.
 */
export function packCorpus({ words, works }: EncodedCorpus): Uint8Array {
  const texts: Encoded[] = [];
  const header = {
    version,
    words: words.words,
    markers: words.markers,
    works: works.map((work) => shapeOf(work, texts)),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const start = 8 + head.length + (head.length % 2);
  const count = texts.reduce((sum, { length }) => sum + length, 0);
  const whole = new Uint8Array(start + 2 * count);
  new DataView(whole.buffer).setUint32(0, head.length, true);
  whole.set(head, 8);
  const numbers = new Uint16Array(whole.buffer, start);
  let at = 0;
  for (const text of texts) for (const token of text) numbers[at++] = token < 0 ? 65536 + token : token;
  return brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

export function unpackCorpus(bytes: Uint8Array): EncodedCorpus {
  const whole = brotliDecompressSync(bytes);
  const size = whole.readUInt32LE(0);
  const header: unknown = JSON.parse(whole.toString("utf8", 8, 8 + size));
  if (!isHeader(header)) throw new Problem("These encoded works were made by another version; delete the file.");
  const start = 8 + size + (size % 2);
  const numbers = new Uint16Array(Uint8Array.from(whole.subarray(start)).buffer);
  const words = new WordList(header.words, header.markers);
  const firstEntity = words.firstMarker;
  let at = 0;
  const text: TakeText = (length) => {
    const part = numbers.subarray(at, (at += length));
    return Int32Array.from(part, (number) => (number >= firstEntity ? number - 65536 : number));
  };
  return { words, works: header.works.map((work) => workOf(work, text)) };
}

const version = 2;

type TakeText = (length: number) => Encoded;

interface Header {
  readonly version: number;
  readonly words: readonly string[];
  readonly markers: number;
  readonly works: readonly WorkShape[];
}

interface WorkShape extends Pick<EncodedWork, "title" | "split" | "questions"> {
  readonly chapters: readonly ChapterShape[];
}

interface ChapterShape {
  readonly number: number;
  readonly story: readonly number[];
  /** Length and given tokens of each point; files call them so. */
  readonly bullets: readonly (readonly [number, number])[];
  /** Point, whether it asks for a word, mask, and the lengths of text and options. */
  readonly cloze: readonly (readonly [number, number, number, number, number])[];
  /** Point, then chapter and point of each option. */
  readonly completion: readonly (readonly number[])[];
}

function shapeOf({ title, split, questions, chapters }: EncodedWork, texts: Encoded[]): WorkShape {
  return { title, split, questions, chapters: chapters.map((chapter) => chapterShape(chapter, texts)) };
}

function chapterShape({ number, story, points, cloze, completion }: EncodedChapter, texts: Encoded[]): ChapterShape {
  texts.push(...story, ...points.map(({ text }) => text));
  for (const { text, options } of cloze) texts.push(text, options);
  return {
    number,
    story: story.map(({ length }) => length),
    bullets: points.map(({ text, given }) => [text.length, given]),
    cloze: cloze.map(({ paragraph, kind, mask, text, options }) => [
      paragraph,
      Number(kind === "word"),
      mask,
      text.length,
      options.length,
    ]),
    completion: completion.map(({ paragraph, options }) => [
      paragraph,
      ...options.flatMap((option) => [option.chapter, option.paragraph]),
    ]),
  };
}

function workOf({ title, split, questions, chapters }: WorkShape, text: TakeText): EncodedWork {
  return { title, split, questions, chapters: chapters.map((chapter) => chapterOf(title, chapter, text)) };
}

/** Texts are taken in the order in which they were put. */
function chapterOf(title: string, shape: ChapterShape, text: TakeText): EncodedChapter {
  const { number } = shape;
  const id = (paragraph: number) => `${title}/${number}/${paragraph}`;
  const story = shape.story.map(text);
  const points = shape.bullets.map(([length, given]) => ({ text: text(length), given }));
  const cloze = shape.cloze.map(
    ([paragraph, asksWord, mask, length, options]): ClozeExample => ({
      id: id(paragraph),
      paragraph,
      kind: asksWord === 1 ? "word" : "entity",
      mask,
      text: text(length),
      options: text(options),
    }),
  );
  const completion = shape.completion.map(([paragraph = 0, ...places]) => ({
    id: id(paragraph),
    paragraph,
    options: pairs(places),
  }));
  return { number, story, points, cloze, completion };
}

function pairs(numbers: readonly number[]): PointPlace[] {
  return Array.from({ length: numbers.length / 2 }, (_, k) => ({
    chapter: numbers[2 * k] ?? 0,
    paragraph: numbers[2 * k + 1] ?? 0,
  }));
}

function isHeader(value: unknown): value is Header {
  return typeof value === "object" && value !== null && "version" in value && value.version === version;
}
