import { base64Of, sumOf } from "@plotline/base";
import { type PackedTagger, tableBits, tagCount, type Weights } from "@plotline/text";

const about =
  "Weights of plotline's names tagger, trained on LitBank (Bamman, Popat and Shen 2019; github.com/dbamman/litbank, CC BY 4.0) by npm run train -- names.";
/** More rows bring nothing measurable and would not fit the file. */
const mostRows = 36_000;

/** The data file that `unpackTagger` reads. */
export function pack({ rows, steps }: Weights): PackedTagger {
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

/** The five weights of a row, moved so that their mean is zero: adding a constant to all tags decides nothing. */
function spread(rows: Weights["rows"], row: number): number[] {
  const weights = [...rows.subarray(row * tagCount, (row + 1) * tagCount)];
  const mean = sumOf(weights) / tagCount;
  return weights.map((weight) => weight - mean);
}

function pushGap(bytes: number[], gap: number): void {
  let rest = gap;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}
