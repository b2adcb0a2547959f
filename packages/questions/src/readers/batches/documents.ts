import { sumOf } from "@plotline/base";
import { distinctWords, inRows, type Value, type Values } from "@plotline/nn";
import type { Encoded } from "../encoding/examples.ts";
import { floats, inputGroup, integers, listed } from "./input-group.ts";

const rows = ["document.T", "document.R"];
const laid = ["chapters", "tokens"];

/** The paragraphs of `Pages`. */
export const documentInputs = inputGroup("document", {
  words: integers("document.U"),
  at: integers(...rows),
  present: floats(...rows, 1),
  places: integers(...laid),
  back: integers(1, ...rows),
  of: integers(...laid),
  numbers: integers("segments"),
});

/** The story paragraphs of a batch, each once, in chapters, so that questions attend to the tokens of their own alone. */
export class Pages {
  private readonly chapters: (readonly Encoded[])[] = [];

  /** Adds a chapter; returns the segment of each paragraph (0 is none). */
  add(places: readonly number[], texts: readonly Encoded[]): ReadonlyMap<number, number> {
    this.chapters.push(texts);
    return new Map(places.map((place, k) => [place, k + 1]));
  }

  /** How far segments are counted: one more than the most paragraphs of a chapter. */
  get segments(): number {
    return 1 + this.chapters.reduce((most, { length }) => Math.max(most, length), 0);
  }

  /** Tokens in rows; where each chapter's tokens are in them, and the segment of each, [C, N]. */
  values(): Values {
    const { ids, present, first } = inRows(storyOf(this.chapters.flat()));
    return documentInputs.values({
      ...distinctWords(ids),
      present,
      ...this.placed(first.data, ids.shape),
      numbers: counting(this.segments),
    });
  }

  /** `back` is where each token went; an empty step went to the last place, which is padding. */
  private placed(first: ArrayLike<number>, shape: readonly number[]) {
    const sizes = this.chapters.map((texts) => sumOf(texts, ({ length }) => length));
    const width = 1 + sizes.reduce((most, size) => Math.max(most, size), 0);
    const places = new Int32Array(this.chapters.length * width);
    const of = new Int32Array(places.length);
    const rowCount = shape[1]!;
    const back = new Int32Array(shape[0]! * rowCount).fill(places.length - 1);
    let text = 0;
    this.chapters.forEach((texts, chapter) => {
      let at = chapter * width;
      texts.forEach(({ length }, k) => {
        const start = first[text++]!;
        for (let token = 0; token < length; token++) {
          const place = start + token * rowCount;
          places[at] = place;
          back[place] = at;
          of[at++] = k + 1;
        }
      });
    });
    const grid = [this.chapters.length, width];
    return {
      places: { shape: grid, data: places },
      back: { shape: [1, ...shape], data: back },
      of: { shape: grid, data: of },
    };
  }
}

/** A batch without a paragraph gets one of one token: the network cannot read none. */
export function storyOf(texts: readonly Encoded[]): readonly Encoded[] {
  return texts.length === 0 ? [new Int32Array(1)] : texts;
}

/** 0, 1, 2, … */
export function counting(count: number): Value {
  return listed(Array(count).keys());
}

/** Lists padded with zeros to the longest, [lists, longest]. */
export function padded(lists: readonly (readonly number[])[]): Value {
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
