import { sumOf } from "@plotline/base";
import { distinctWords, inRows, type Value, type Values } from "@plotline/nn";
import type { Encoded } from "../encoding/examples.ts";
import { floats, InputGroup, integers } from "./input-group.ts";

const rows = ["document.T", "document.R"];
const laid = ["chapters", "tokens"];

/** The paragraphs of `Pages`. `copies`: once where every paragraph belongs to one group, otherwise as often as needed. */
export function documentInputs(copies: 1 | "copies") {
  return new InputGroup("document", {
    words: integers("document.U"),
    at: integers(...rows),
    present: floats(...rows, 1),
    places: integers(...laid),
    back: integers(copies, ...rows),
    of: integers(...laid),
    numbers: integers("segments"),
  });
}

export type DocumentTensors = ReturnType<ReturnType<typeof documentInputs>["tensors"]>;

/**
 * The story paragraphs of a batch, each once, in groups (a chapter, or a part of one), so that questions attend to the
 * tokens of their own group alone.
 */
export class Pages {
  private readonly texts: Encoded[] = [];
  private readonly groups: (readonly number[])[] = [];

  /** Adds a chapter that is one group; returns the segment of each paragraph (0 is none). */
  add(places: readonly number[], texts: readonly Encoded[]): ReadonlyMap<number, number> {
    this.group(this.put(texts));
    return new Map(places.map((place, k) => [place, k + 1]));
  }

  /** Adds paragraphs that belong to no group yet; returns their numbers. */
  put(texts: readonly Encoded[]): number[] {
    return texts.map((text) => this.texts.push(text) - 1);
  }

  /** Lays paragraphs side by side: the first becomes segment 1 of the group. Several groups may share a paragraph. */
  group(numbers: readonly number[]): void {
    this.groups.push(numbers);
  }

  get lengths(): number[] {
    return this.texts.map(({ length }) => length);
  }

  /** How far segments are counted: one more than the most paragraphs of a group. */
  get segments(): number {
    return 1 + this.groups.reduce((most, { length }) => Math.max(most, length), 0);
  }

  /** Tokens in rows; where each group's tokens are in them, and the segment of each, [C, N]. */
  values(): Values {
    const { ids, present, first } = inRows(storyOf(this.texts));
    return documentInputs("copies").values({
      ...distinctWords(ids),
      present,
      ...this.placed(first.data, ids.shape),
      numbers: counting(this.segments),
    });
  }

  /** back[c] is where copy c of each token went; copies that were not made point to the last place, which is padding. */
  private placed(first: ArrayLike<number>, shape: readonly number[]) {
    const size = (group: readonly number[]) => sumOf(group, (text) => this.texts[text]!.length);
    const width = 1 + this.groups.reduce((most, group) => Math.max(most, size(group)), 0);
    const places = new Int32Array(this.groups.length * width);
    const of = new Int32Array(places.length);
    const rowCount = shape[1]!;
    const tokens = shape.reduce((product, side) => product * side, 1);
    const copies = this.mostCopies();
    const back = new Int32Array(copies * tokens).fill(places.length - 1);
    const made = this.texts.map(() => 0);
    this.groups.forEach((group, number) => {
      let at = number * width;
      group.forEach((text, k) => {
        const copy = tokens * made[text]!++;
        for (let token = 0; token < this.texts[text]!.length; token++) {
          const place = first[text]! + token * rowCount;
          places[at] = place;
          back[copy + place] = at;
          of[at++] = k + 1;
        }
      });
    });
    const grid = [this.groups.length, width];
    return {
      places: { shape: grid, data: places },
      back: { shape: [copies, ...shape], data: back },
      of: { shape: grid, data: of },
    };
  }

  private mostCopies(): number {
    const counts = this.texts.map(() => 0);
    for (const text of this.groups.flat()) counts[text]!++;
    return counts.reduce((most, count) => Math.max(most, count), 1);
  }
}

/** A batch without a paragraph gets one of one token: the network cannot read none. */
export function storyOf(texts: readonly Encoded[]): readonly Encoded[] {
  return texts.length === 0 ? [new Int32Array(1)] : texts;
}

/** 0, 1, 2, … */
export function counting(count: number): Value {
  return { shape: [count], data: Int32Array.from({ length: count }, (_, k) => k) };
}

/** Lists padded to the longest, [lists, longest], with zeros or another number. */
export function padded(lists: readonly (readonly number[])[], filling = 0): Value {
  const width = lists.reduce((most, { length }) => Math.max(most, length), 1);
  const data = new Int32Array(lists.length * width).fill(filling);
  lists.forEach((list, k) => void data.set(list, k * width));
  return { shape: [lists.length, width], data };
}

/** Ones where a list names a segment, [lists, segments]. */
export function marks(lists: readonly (readonly number[])[], segments: number): Float32Array {
  const mask = new Float32Array(lists.length * segments);
  lists.forEach((own, k) => {
    for (const segment of own) mask[k * segments + segment] = 1;
  });
  return mask;
}
