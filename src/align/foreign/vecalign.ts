import type { Alignment } from "../../corpus/types.ts";
import { linesOf, wrongLine } from "./rows.ts";

/**
 * What vecalign prints: `[0, 1]:[2]:0.31` says that units 0 and 1 of the first text go with unit 2 of the second. Its
 * score is a cost, not a probability, so that links carry no doubt.
 */
export function parseVecalign(text: string, file = "vecalign output"): Alignment {
  return linesOf(text).flatMap((line) => {
    const found = /^\[([\d,\s]*)\]\s*:\s*\[([\d,\s]*)\](?:\s*:\s*(?:[-+.\deE]+|[-+]?(?:nan|inf)))?$/.exec(line.text);
    if (found === null) throw wrongLine(file, line, "a line like [0, 1]:[2]:0.31");
    const first = numbers(found[1]);
    const second = numbers(found[2]);
    return first.flatMap((summary) => second.map((story) => ({ summary, story, confidence: 1 })));
  });
}

function numbers(list = ""): number[] {
  return (list.match(/\d+/g) ?? []).map(Number);
}
