import { packed } from "../../nn/layers/sequences.ts";
import type { Value, Values } from "../../nn/values.ts";
import type { Encoded } from "../encoding/examples.ts";

/** The story paragraphs of a batch, gathered chapter by chapter, each once. */
export class Documents {
  readonly texts: Encoded[] = [];

  /** Adds a chapter's paragraphs; returns the segment of each (0 is none). */
  add(places: readonly number[], texts: readonly Encoded[]): ReadonlyMap<number, number> {
    const segments = new Map(places.map((place, k) => [place, this.texts.length + k + 1]));
    this.texts.push(...texts);
    return segments;
  }

  /** Tokens in rows, the segment of each, and which segments every reader may see. */
  values(seen: readonly (readonly number[])[], steps: number | undefined): Values {
    const texts = this.texts.length === 0 ? [new Int32Array(1)] : this.texts;
    const segments = texts.length + 1;
    const laid = packed("document", texts, steps === undefined ? {} : { steps });
    const [ids, present, owner] = ["ids", "present", "owner"].map((name) => laid[`document.${name}`] as Value);
    const of = Int32Array.from(owner?.data ?? [], (text, at) => (present?.data[at] === 1 ? text + 1 : 0));
    return {
      "document.ids": ids as Value,
      "document.present": present as Value,
      "document.of": { shape: ids?.shape ?? [], data: of },
      "document.numbers": counting(segments),
      seen: { shape: [seen.length, segments], data: marks(seen, segments) },
    };
  }
}

/** The same in groups (a chapter, or a part of one), so that questions attend to the tokens of their own group alone. */
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
  values(steps: number | undefined): Values {
    const all = this.texts.length === 0 ? [new Int32Array(1)] : this.texts;
    const laid = packed("document", all, steps === undefined ? {} : { steps });
    const value = (name: string) => laid[`document.${name}`] as Value;
    return {
      "document.ids": value("ids"),
      "document.present": value("present"),
      ...this.placed(value("first").data, value("ids").shape),
      "document.numbers": counting(this.segments),
    };
  }

  /** Back: the places each token went to, [copies, …]; where it went to fewer, the last place, which nobody reads. */
  private placed(first: ArrayLike<number>, shape: readonly number[]): Values {
    const size = (group: readonly number[]) => group.reduce((sum, text) => sum + (this.texts[text]?.length ?? 0), 0);
    const width = 1 + this.groups.reduce((most, group) => Math.max(most, size(group)), 0);
    const [places, of] = [0, 0].map(() => new Int32Array(this.groups.length * width)) as [Int32Array, Int32Array];
    const [rows = 1, tokens] = [shape[1], shape.reduce((product, side) => product * side, 1)];
    const copies = this.mostCopies();
    const back = new Int32Array(copies * tokens).fill(places.length - 1);
    const made = this.texts.map(() => 0);
    this.groups.forEach((group, number) => {
      let at = number * width;
      group.forEach((text, k) => {
        const copy = tokens * (made[text] ?? 0);
        made[text] = (made[text] ?? 0) + 1;
        for (let token = 0; token < (this.texts[text]?.length ?? 0); token++) {
          const place = (first[text] ?? 0) + token * rows;
          places[at] = place;
          back[copy + place] = at;
          of[at++] = k + 1;
        }
      });
    });
    const laid = [this.groups.length, width];
    return {
      "document.places": { shape: laid, data: places },
      "document.back": { shape: [copies, ...shape], data: back },
      "document.of": { shape: laid, data: of },
    };
  }

  private mostCopies(): number {
    const counts = this.texts.map(() => 0);
    for (const text of this.groups.flat()) counts[text] = (counts[text] ?? 0) + 1;
    return counts.reduce((most, count) => Math.max(most, count), 1);
  }
}

function counting(count: number): Value {
  return { shape: [count], data: Int32Array.from({ length: count }, (_, k) => k) };
}

/** Lists of different lengths side by side, [lists, longest], filled up with zeros or another number. */
export function sideBySide(lists: readonly (readonly number[])[], filling = 0): Value {
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
