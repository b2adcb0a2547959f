import { packed, type Value, type Values } from "../nn/index.ts";
import type { Encoded } from "./examples.ts";

/** The story paragraphs of a batch, gathered chapter by chapter, each once. */
export class Documents {
  readonly texts: Encoded[] = [];

  /** Adds a chapter's paragraphs; tells which segment each became (0 is nobody's). */
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

/** The same chapter by chapter, so that questions attend to the tokens of their own chapter alone. */
export class Pages {
  private readonly chapters: (readonly Encoded[])[] = [];

  /** Adds a chapter; tells which of its segments each paragraph became (0 is nobody's). */
  add(places: readonly number[], texts: readonly Encoded[]): ReadonlyMap<number, number> {
    this.chapters.push(texts);
    return new Map(places.map((place, k) => [place, k + 1]));
  }

  /** How far segments are counted: one more than the most paragraphs of a chapter. */
  get segments(): number {
    return 1 + this.chapters.reduce((most, texts) => Math.max(most, texts.length), 0);
  }

  /** Tokens in rows; where each chapter's tokens are in them, and the segment of each, [C, N]. */
  values(steps: number | undefined): Values {
    const all = this.chapters.flat();
    const laid = packed("document", all.length === 0 ? [new Int32Array(1)] : all, steps === undefined ? {} : { steps });
    const value = (name: string) => laid[`document.${name}`] as Value;
    const rows = value("ids").shape[1] ?? 1;
    const sizes = this.chapters.map((texts) => texts.reduce((sum, { length }) => sum + length, 0));
    const width = sizes.reduce((most, size) => Math.max(most, size), 1);
    const [places, of] = [0, 0].map(() => new Int32Array(this.chapters.length * width)) as [Int32Array, Int32Array];
    const back = new Int32Array(value("ids").data.length);
    let text = 0;
    this.chapters.forEach((texts, chapter) => {
      let at = chapter * width;
      texts.forEach(({ length }, k) => {
        const first = value("first").data[text++] ?? 0;
        for (let token = 0; token < length; token++) {
          places[at] = first + token * rows;
          back[first + token * rows] = at;
          of[at++] = k + 1;
        }
      });
    });
    const shape = [this.chapters.length, width];
    return {
      "document.ids": value("ids"),
      "document.present": value("present"),
      "document.places": { shape, data: places },
      "document.back": { shape: value("ids").shape, data: back },
      "document.of": { shape, data: of },
      "document.numbers": counting(this.segments),
    };
  }
}

function counting(count: number): Value {
  return { shape: [count], data: Int32Array.from({ length: count }, (_, k) => k) };
}

/** Lists of different lengths side by side, [lists, longest], filled up with zeros. */
export function sideBySide(lists: readonly (readonly number[])[]): Value {
  const width = lists.reduce((most, { length }) => Math.max(most, length), 1);
  const data = new Int32Array(lists.length * width);
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
