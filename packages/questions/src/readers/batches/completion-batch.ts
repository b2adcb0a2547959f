import { inRows, type Values } from "@plotline/nn";
import type { Encoded } from "../encoding/examples.ts";
import { special } from "../encoding/words.ts";
import { marks, Pages } from "./documents.ts";
import { floats, inputGroup, integers, listed } from "./input-group.ts";
import { markerOf } from "./markers.ts";
import { type BatchOptions, paragraphsRead, type Unit } from "./units.ts";

const grid = ["bullet.T", "chapters", "bullet.R"];

/** Texts in rows, chapter by chapter: the text of each step, and where the last step of each text is. */
export const pointInputs = inputGroup("bullet", {
  ids: integers(...grid),
  present: floats(...grid, 1),
  owner: integers(...grid),
  last: integers("bullets"),
  /** The segments that a text may see; the last row is padding's, which sees nothing. */
  seen: floats("sights", "segments"),
});

/** Every step of every text that counts, in the order of the texts, and what comes next there. */
export const nextInputs = inputGroup("written", { at: integers("written"), next: integers("written") });

/** A point to write: its text, and the point whose context is read while it is written. */
export interface Writing {
  readonly point: number;
  readonly text: Encoded;
  /** So many of its first tokens are not told: none, if absent. */
  readonly given?: number;
}

export interface WritingUnit extends Unit {
  readonly writings: readonly Writing[];
}

/** A text that is being written, and the segments of its chapter that it may see. */
export interface Begun {
  readonly text: Encoded;
  readonly sees: readonly number[];
  readonly given: number;
}

/** The values of one batch: paragraphs once each; each text from its start, and what comes next at every step. */
export function completionBatch(units: readonly WritingUnit[], options: BatchOptions): Values {
  const pages = new Pages();
  const chapters = units.map((unit) => addUnit(unit, options, pages));
  const begun = chapters.map((texts) => texts.map((each) => ({ ...each, text: each.text.subarray(0, -1) })));
  const { values, places } = pointValues(begun, pages.segments);
  const next = chapters.flatMap((texts) => texts.flatMap(({ text, given }) => [...text.subarray(1 + given)]));
  return {
    ...pages.values(),
    ...values,
    ...nextInputs.values({ at: listed(places), next: listed(next) }),
  };
}

/** The values of texts, and where each of their steps that counts is, in their order. */
export function pointValues(
  chapters: readonly (readonly Begun[])[],
  segments: number,
): { readonly values: Values; readonly places: readonly number[] } {
  const laid = chapters.map((texts) => inRows(texts.map(({ text }) => text)));
  const most = (axis: number) => laid.reduce((all, { ids }) => Math.max(all, ids.shape[axis]!), 1);
  const [steps, rows] = [most(0), most(1)];
  const shape = [steps, chapters.length, rows];
  const ids = new Int32Array(steps * chapters.length * rows);
  const present = new Float32Array(ids.length);
  const points = chapters.flat();
  const owner = new Int32Array(ids.length).fill(points.length);
  const [places, last]: [number[], number[]] = [[], []];
  chapters.forEach((texts, chapter) => {
    const { first, ids: own } = laid[chapter]!;
    texts.forEach(({ text, given }, k) => {
      const [row, from] = [first.data[k]! % own.shape[1]!, Math.floor(first.data[k]! / own.shape[1]!)];
      text.forEach((token, step) => {
        const at = ((from + step) * chapters.length + chapter) * rows + row;
        ids[at] = token;
        present[at] = 1;
        owner[at] = last.length;
        if (step >= given) places.push(at);
      });
      last.push(((from + text.length - 1) * chapters.length + chapter) * rows + row);
    });
  });
  const seen = marks([...points.map(({ sees }) => sees), []], segments);
  const values = pointInputs.values({
    ids: { shape, data: ids },
    present: { shape: [...shape, 1], data: present },
    owner: { shape, data: owner },
    last: listed(last),
    seen: { shape: [points.length + 1, segments], data: seen },
  });
  return { values, places };
}

function addUnit(unit: WritingUnit, options: BatchOptions, pages: Pages): Begun[] {
  const { contexts, writings } = unit;
  const points = writings.map(({ point }) => point);
  const { places, paragraphs } = paragraphsRead(unit, points, options);
  const { marked } = markerOf(
    writings.map(({ text }) => text),
    paragraphs,
    options.words,
    options.next,
  );
  const segments = pages.add(places, paragraphs.map(marked));
  return writings.map(({ point, text, given = 0 }) => ({
    given,
    text: bounded(marked(text), options.longestBullet),
    sees: (contexts[point] ?? []).flatMap((place) => segments.get(place) ?? []),
  }));
}

/** From the start to the end, or to where a row is full. */
function bounded(text: Encoded, longest: number): Encoded {
  const whole = Int32Array.from([special.start, ...text, special.end]);
  return whole.subarray(0, longest + 1);
}
