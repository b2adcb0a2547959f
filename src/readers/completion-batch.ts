import { packed, type Value, type Values } from "../nn/index.ts";
import type { Random } from "../random.ts";
import { Documents } from "./documents.ts";
import type { Encoded } from "./examples.ts";
import { markerOf } from "./markers.ts";
import { paragraphsRead, type Unit } from "./units.ts";
import { special, type WordList } from "./words.ts";

/** A bullet to write: its text, and the bullet whose context is read while it is written. */
export interface Writing {
  readonly bullet: number;
  readonly text: Encoded;
}

export interface WritingUnit extends Unit {
  readonly writings: readonly Writing[];
}

export interface WritingOptions {
  readonly words: WordList;
  readonly longestParagraph: number;
  readonly longestBullet: number;
  readonly tokens: number;
  readonly fixed: boolean;
  readonly next: Random;
}

/** The values of one batch: paragraphs once each; each text from its start, and what comes next at every step. */
export function completionBatch(units: readonly WritingUnit[], options: WritingOptions): Values {
  const documents = new Documents();
  const [texts, seen]: [Encoded[], number[][]] = [[], []];
  for (const unit of units) addUnit(unit, options, { documents, texts, seen });
  const steps = options.fixed ? { steps: options.longestBullet } : {};
  const laid = packed(
    "bullet",
    texts.map((text) => text.subarray(0, -1)),
    steps,
  );
  const next = packed(
    "next",
    texts.map((text) => text.subarray(1)),
    steps,
  );
  const value = (name: string) => laid[`bullet.${name}`] as Value;
  return {
    ...documents.values(seen, options.fixed ? options.longestParagraph : undefined),
    "bullet.ids": value("ids"),
    "bullet.present": value("present"),
    "bullet.owner": value("owner"),
    "bullet.next": next["next.ids"] as Value,
  };
}

interface Gathered {
  readonly documents: Documents;
  readonly texts: Encoded[];
  readonly seen: number[][];
}

function addUnit(unit: WritingUnit, options: WritingOptions, into: Gathered): void {
  const { chapter, contexts, writings } = unit;
  const bullets = writings.map(({ bullet }) => bullet);
  const places = paragraphsRead(unit, bullets, options);
  const paragraphs = places.map(
    (place) => chapter.story[place]?.subarray(0, options.longestParagraph) ?? new Int32Array(0),
  );
  const { marked } = markerOf(
    writings.map(({ text }) => text),
    paragraphs,
    options.words,
    options.next,
  );
  const segments = into.documents.add(places, paragraphs.map(marked));
  for (const { bullet, text } of writings) {
    into.texts.push(bounded(marked(text), options.longestBullet));
    into.seen.push((contexts[bullet] ?? []).flatMap((place) => segments.get(place) ?? []));
  }
}

/** From the start to the end, or to where a row is full. */
function bounded(text: Encoded, longest: number): Encoded {
  const whole = Int32Array.from([special.start, ...text, special.end]);
  return whole.subarray(0, longest + 1);
}
