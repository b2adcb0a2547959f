import { inRows, type Values } from "@plotline/nn";
import type { Encoded } from "../encoding/examples.ts";
import { special } from "../encoding/words.ts";
import { marks, Pages, padded } from "./documents.ts";
import { type Begun, type Group, inGroups } from "./groups.ts";
import { floats, InputGroup, integers } from "./input-group.ts";
import { markerOf } from "./markers.ts";
import { allTokens, sampleValues } from "./samples.ts";
import { type BatchOptions, paragraphsRead, type Unit } from "./units.ts";

const rows = ["bullet.T", "bullet.R"];

/** Texts in rows: the text of each step, the last step of each text, and each step's place among what is asked. */
export const bulletInputs = new InputGroup("bullet", {
  ids: integers(...rows),
  present: floats(...rows, 1),
  owner: integers(...rows),
  last: integers("bullets"),
  place: integers(...rows),
});

/** What comes next at every step. */
export const nextInputs = new InputGroup("bullet", { next: integers(...rows) });

/** Steps group by group, each with its bullet, and the segments that a bullet may see. */
export const stepInputs = new InputGroup("asked", {
  step: integers("chapters", "asked"),
  bullet: integers("chapters", "asked"),
  seen: floats("sights", "segments"),
});

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
export function completionBatch(
  units: readonly WritingUnit[],
  options: WritingOptions,
  grouped: typeof inGroups = inGroups,
): Values {
  const pages = new Pages();
  const chapters = units.map((unit) => addUnit(unit, options, pages));
  const texts = chapters.flatMap((writings) => writings.map(({ text }) => text));
  const begun = chapters.map((writings) => writings.map(({ text, reads }) => ({ text: text.subarray(0, -1), reads })));
  const groups = grouped(begun, pages.lengths);
  const following = texts.map((text) => text.subarray(1));
  for (const group of groups) pages.group(group.pages);
  return {
    ...pages.values(),
    ...bulletValues(groups, pages.segments),
    ...nextInputs.values({ next: inRows(following).ids }),
    ...sampleValues(texts, options.words, options.samples, options.next),
    ...allTokens(options.words),
  };
}

export function bulletValues(groups: readonly Group[], segments: number): Values {
  const bullets = groups.flatMap(({ texts }) => texts);
  const { ids, present, owner, first, last } = inRows(bullets.map(({ text }) => text));
  let number = 0;
  const asking = groups.map(({ texts }) =>
    texts.flatMap(({ text }) => {
      const bullet = number++;
      return Array.from(text, (_, token) => ({ step: first.data[bullet]! + token * ids.shape[1]!, bullet }));
    }),
  );
  const step = padded(asking.map((own) => own.map((each) => each.step)));
  const width = step.shape[1]!;
  const place = new Int32Array(ids.data.length);
  asking.forEach((own, group) => {
    own.forEach((each, k) => {
      place[each.step] = group * width + k;
    });
  });
  // Padding has a bullet of its own, which sees nothing, so that nothing is learned from it.
  const padding = bullets.length;
  const seen = marks([...groups.flatMap(segmentsSeen), []], segments);
  return {
    ...bulletInputs.values({ ids, present, owner, last, place: { shape: ids.shape, data: place } }),
    ...stepInputs.values({
      step,
      bullet: padded(
        asking.map((own) => own.map((each) => each.bullet)),
        padding,
      ),
      seen: { shape: [bullets.length + 1, segments], data: seen },
    }),
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
