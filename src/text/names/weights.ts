import { base64Of, bytesOf } from "../../base64.ts";
import { Problem } from "../../problem.ts";
import { tableBits } from "./features.ts";
import { tagCount, type Weights } from "./perceptron.ts";

/** Weights as a data file: rows that matter, as gaps between them and a byte a tag, in base64. */
export interface PackedWeights {
  readonly about: string;
  readonly bits: number;
  readonly scale: number;
  readonly steps: readonly number[];
  readonly rows: string;
}

const about =
  "Weights of plotline's names tagger, trained on LitBank (Bamman, Popat and Shen 2019; github.com/dbamman/litbank, CC BY 4.0) by training/train-names.mjs.";
/** More rows bring nothing measurable and would not fit the file. */
const mostRows = 36_000;

export function pack({ rows, steps }: Weights): PackedWeights {
  const strength = (row: number) => Math.max(...spread(rows, row).map(Math.abs));
  const all = [...Array(1 << tableBits).keys()].map((row) => ({ row, strength: strength(row) }));
  const kept = all
    .filter(({ strength: s }) => s > 0)
    .sort((a, b) => b.strength - a.strength || a.row - b.row)
    .slice(0, mostRows);
  const scale = (kept[0]?.strength ?? 1) / 127;
  const bytes: number[] = [];
  let last = 0;
  for (const { row } of kept.sort((a, b) => a.row - b.row)) {
    pushGap(bytes, row - last);
    last = row;
    for (const weight of spread(rows, row)) bytes.push(Math.round(weight / scale) & 0xff);
  }
  return {
    about,
    bits: tableBits,
    scale,
    steps: [...steps].map((s) => Number(s.toFixed(4))),
    rows: base64Of(Uint8Array.from(bytes)),
  };
}

export function unpack({ bits, scale, steps, rows: text }: PackedWeights): Weights {
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

/** The five weights of a row, moved so that their mean is zero: adding a constant to all tags decides nothing. */
function spread(rows: Weights["rows"], row: number): number[] {
  const weights = [...rows.subarray(row * tagCount, (row + 1) * tagCount)];
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / tagCount;
  return weights.map((weight) => weight - mean);
}

function pushGap(bytes: number[], gap: number): void {
  let rest = gap;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}
