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
    const mask = new Float32Array(seen.length * segments);
    seen.forEach((own, reader) => {
      for (const segment of own) mask[reader * segments + segment] = 1;
    });
    return {
      "document.ids": ids as Value,
      "document.present": present as Value,
      "document.of": { shape: ids?.shape ?? [], data: of },
      "document.numbers": { shape: [segments], data: Int32Array.from({ length: segments }, (_, k) => k) },
      seen: { shape: [seen.length, segments], data: mask },
    };
  }
}
