import type { Values } from "../../../nn/values.ts";
import type { Continued } from "./cut.ts";
import type { CutText } from "./model.ts";
import { rowsPerToken } from "./spelling.ts";

/** Groups of texts for training: the continuations of each are the wrong ones of the others. */
export function batchOf(groups: readonly (readonly CutText[])[]): Values {
  const texts = groups.flat();
  const size = texts.length;
  const groupOf = groups.flatMap((group, k) => group.map(() => k));
  const apart = new Float32Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) apart[a * size + b] = groupOf[a] === groupOf[b] ? 0 : 1e4;
  return {
    ...begunValues(texts),
    ...continuedValues(texts),
    own: { shape: [size], data: Int32Array.from(texts.keys()) },
    apart: { shape: [size, size], data: apart },
  };
}

export function begunValues(texts: readonly Pick<CutText, "begun" | "stretch">[]): Values {
  return {
    "begun.rows": stacked(texts.map(({ begun }) => begun)),
    stretch: { shape: [texts.length], data: Int32Array.from(texts, ({ stretch }) => stretch) },
  };
}

export function continuedValues(texts: readonly Continued[]): Values {
  return {
    "opening.rows": stacked(texts.map(({ opening }) => opening)),
    "rest.rows": stacked(texts.map(({ rest }) => rest)),
    "rest.scale": restScales(texts),
  };
}

function stacked(rows: readonly Int32Array[]) {
  const width = rows[0]?.length ?? 0;
  const data = new Int32Array(rows.length * width);
  rows.forEach((row, k) => void data.set(row, k * width));
  return { shape: [rows.length, width], data };
}

/** 1 / √(length + 3) where a token is, 0 after the end. */
function restScales(texts: readonly Continued[]) {
  const rest = (texts[0]?.rest.length ?? 0) / rowsPerToken;
  const data = new Float32Array(texts.length * rest);
  texts.forEach(({ length }, k) => void data.fill(1 / Math.sqrt(length + 3), k * rest, k * rest + length));
  return { shape: [texts.length, rest, 1], data };
}
