import { bytesOf, Problem } from "@plotline/base";
import { tableBits } from "./features.ts";
import { tagCount, type Weights } from "./perceptron.ts";

/** Weights as a data file: the rows that matter, as gaps between them and one byte per tag, in base64. */
export interface PackedTagger {
  readonly about: string;
  readonly bits: number;
  readonly scale: number;
  readonly steps: readonly number[];
  readonly rows: string;
}

/** The weights in a data file. */
export function unpackTagger({ bits, scale, steps, rows: text }: PackedTagger): Weights {
  if (bits !== tableBits)
    throw new Problem("The weights of the names tagger are of another version; train them again.");
  const bytes = bytesOf(text);
  const rows = new Float32Array(tagCount << tableBits);
  for (let at = 0, row = 0; at < bytes.length; ) {
    let [gap, shift, byte] = [0, 0, 0x80];
    for (; byte & 0x80; shift += 7) gap |= ((byte = bytes[at++] as number) & 0x7f) << shift;
    row += gap;
    for (let tag = 0; tag < tagCount; tag++)
      rows[row * tagCount + tag] = (((bytes[at++] as number) << 24) >> 24) * scale;
  }
  return { rows, steps: Float32Array.from(steps) };
}
