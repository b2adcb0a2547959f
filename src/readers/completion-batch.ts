import { type PackOptions, packed, type Value, type Values } from "../nn/index.ts";
import type { Random } from "../random.ts";
import { marks, Pages, sideBySide } from "./documents.ts";
import type { Encoded } from "./examples.ts";
import { markerOf } from "./markers.ts";
import { allTokens, sampleValues } from "./samples.ts";
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
  /** Tokens that the next one is told from, in training. */
  readonly samples: number;
  readonly next: Random;
}

/** The values of one batch: paragraphs once each; each text from its start, and what comes next at every step. */
export function completionBatch(units: readonly WritingUnit[], options: WritingOptions): Values {
  const pages = new Pages();
  const chapters = units.map((unit) => addUnit(unit, options, pages));
  const steps = options.fixed ? { steps: options.longestBullet } : {};
  const next = packed(
    "next",
    chapters.flatMap((bullets) => bullets.map(({ text }) => text.subarray(1))),
    steps,
  );
  const begun = chapters.map((bullets) => bullets.map(({ text, seen }) => ({ text: text.subarray(0, -1), seen })));
  return {
    ...pages.values(options.fixed ? options.longestParagraph : undefined),
    ...bulletValues(begun, pages.segments, steps),
    "bullet.next": next["next.ids"] as Value,
    ...sampleValues(
      chapters.flatMap((bullets) => bullets.map(({ text }) => text)),
      options.words,
      options.samples,
      options.next,
    ),
    ...allTokens(options.words),
  };
}

/** A text that is being written, and the segments of its chapter that it may see. */
export interface Begun {
  readonly text: Encoded;
  readonly seen: readonly number[];
}

/** Texts in rows; their tokens chapter by chapter, [C, Q], each with its bullet; and for each step its place there. */
export function bulletValues(
  chapters: readonly (readonly Begun[])[],
  segments: number,
  steps: PackOptions = {},
): Values {
  const bullets = chapters.flat();
  const laid = packed(
    "bullet",
    bullets.map(({ text }) => text),
    steps,
  );
  const value = (name: string) => laid[`bullet.${name}`] as Value;
  const rows = value("ids").shape[1] ?? 1;
  let number = 0;
  const asking = chapters.map((own) =>
    own.flatMap(({ text }) => {
      const bullet = number++;
      const first = value("first").data[bullet] ?? 0;
      return Array.from(text, (_, token) => ({ step: first + token * rows, bullet }));
    }),
  );
  const step = sideBySide(asking.map((own) => own.map((each) => each.step)));
  const width = step.shape[1] ?? 1;
  const place = new Int32Array(value("ids").data.length);
  asking.forEach((own, chapter) => {
    own.forEach((each, k) => {
      place[each.step] = chapter * width + k;
    });
  });
  return {
    "bullet.ids": value("ids"),
    "bullet.present": value("present"),
    "bullet.owner": value("owner"),
    "bullet.last": value("last"),
    "bullet.place": { shape: value("ids").shape, data: place },
    "asked.step": step,
    "asked.bullet": sideBySide(asking.map((own) => own.map((each) => each.bullet))),
    seen: {
      shape: [bullets.length, segments],
      data: marks(
        bullets.map(({ seen }) => seen),
        segments,
      ),
    },
  };
}

function addUnit(unit: WritingUnit, options: WritingOptions, pages: Pages): Begun[] {
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
  const segments = pages.add(places, paragraphs.map(marked));
  return writings.map(({ bullet, text }) => ({
    text: bounded(marked(text), options.longestBullet),
    seen: (contexts[bullet] ?? []).flatMap((place) => segments.get(place) ?? []),
  }));
}

/** From the start to the end, or to where a row is full. */
function bounded(text: Encoded, longest: number): Encoded {
  const whole = Int32Array.from([special.start, ...text, special.end]);
  return whole.subarray(0, longest + 1);
}
