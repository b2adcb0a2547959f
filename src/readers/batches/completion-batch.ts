import { packed } from "../../nn/layers/sequences.ts";
import type { PackOptions } from "../../nn/packing.ts";
import type { Value, Values } from "../../nn/values.ts";
import type { Encoded } from "../encoding/examples.ts";
import { special } from "../encoding/words.ts";
import { marks, Pages, sideBySide } from "./documents.ts";
import { type Begun, type Group, groupOf, inGroups } from "./groups.ts";
import { markerOf } from "./markers.ts";
import { allTokens, sampleValues } from "./samples.ts";
import { type BatchOptions, paragraphsRead, type Unit } from "./units.ts";

/** A bullet to write: its text, and the bullet whose context is read while it is written. */
export interface Writing {
  readonly bullet: number;
  readonly text: Encoded;
}

export interface WritingUnit extends Unit {
  readonly writings: readonly Writing[];
}

interface WritingOptions extends BatchOptions {
  /** Tokens that the next one is distinguished from, in training. */
  readonly samples: number;
}

/** The values of one batch: paragraphs once each; each text from its start, and what comes next at every step. */
export function completionBatch(units: readonly WritingUnit[], options: WritingOptions): Values {
  const pages = new Pages();
  const chapters = units.map((unit) => addUnit(unit, options, pages));
  const texts = chapters.flatMap((writings) => writings.map(({ text }) => text));
  const begun = chapters.map((writings) => writings.map(({ text, reads }) => ({ text: text.subarray(0, -1), reads })));
  const groups = options.fixed ? begun.map(groupOf) : inGroups(begun, pages.lengths);
  const steps = options.fixed ? { steps: options.longestBullet } : {};
  const next = packed(
    "next",
    texts.map((text) => text.subarray(1)),
    steps,
  );
  for (const group of groups) pages.group(group.pages);
  return {
    ...pages.values(options.fixed ? options.longestParagraph : undefined),
    ...bulletValues(groups, pages.segments, steps),
    "bullet.next": next["next.ids"] as Value,
    ...sampleValues(texts, options.words, options.samples, options.next),
    ...allTokens(options.words),
  };
}

/** Texts in rows; their tokens group by group, [C, Q], each with its bullet; and for each step its place there. */
export function bulletValues(groups: readonly Group[], segments: number, steps: PackOptions = {}): Values {
  const bullets = groups.flatMap(({ texts }) => texts);
  const laid = packed(
    "bullet",
    bullets.map(({ text }) => text),
    steps,
  );
  const value = (name: string) => laid[`bullet.${name}`] as Value;
  const rows = value("ids").shape[1] ?? 1;
  let number = 0;
  const asking = groups.map(({ texts }) =>
    texts.flatMap(({ text }) => {
      const bullet = number++;
      const first = value("first").data[bullet] ?? 0;
      return Array.from(text, (_, token) => ({ step: first + token * rows, bullet }));
    }),
  );
  const step = sideBySide(asking.map((own) => own.map((each) => each.step)));
  const width = step.shape[1] ?? 1;
  const place = new Int32Array(value("ids").data.length);
  asking.forEach((own, group) => {
    own.forEach((each, k) => {
      place[each.step] = group * width + k;
    });
  });
  return {
    "bullet.ids": value("ids"),
    "bullet.present": value("present"),
    "bullet.owner": value("owner"),
    "bullet.last": value("last"),
    "bullet.place": { shape: value("ids").shape, data: place },
    "asked.step": step,
    // What merely fills up a group sees nothing, so that nothing is learned from it.
    "asked.bullet": sideBySide(
      asking.map((own) => own.map((each) => each.bullet)),
      bullets.length,
    ),
    seen: { shape: [bullets.length + 1, segments], data: marks([...groups.flatMap(segmentsSeen), []], segments) },
  };
}

/** For each text of a group the segments that it may see: the group's pages, counted from 1. */
function segmentsSeen({ texts, pages }: Group): number[][] {
  const segment = new Map(pages.map((page, k) => [page, k + 1]));
  return texts.map(({ reads }) => reads.flatMap((page) => segment.get(page) ?? []));
}

function addUnit(unit: WritingUnit, options: WritingOptions, pages: Pages): Begun[] {
  const { contexts, writings } = unit;
  const bullets = writings.map(({ bullet }) => bullet);
  const { places, paragraphs } = paragraphsRead(unit, bullets, options);
  const { marked } = markerOf(
    writings.map(({ text }) => text),
    paragraphs,
    options.words,
    options.next,
  );
  const numbers = pages.put(paragraphs.map(marked));
  const page = new Map(places.map((place, k) => [place, numbers[k] ?? 0]));
  return writings.map(({ bullet, text }) => ({
    text: bounded(marked(text), options.longestBullet),
    reads: (contexts[bullet] ?? []).flatMap((place) => page.get(place) ?? []),
  }));
}

/** From the start to the end, or to where a row is full. */
function bounded(text: Encoded, longest: number): Encoded {
  const whole = Int32Array.from([special.start, ...text, special.end]);
  return whole.subarray(0, longest + 1);
}
