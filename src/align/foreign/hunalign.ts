import type { Alignment, Link } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { linesOf, wrongLine } from "./rows.ts";

/**
 * hunalign's ladder: each line is a rung, `first <tab> second <tab> quality`. What lies between two rungs belongs
 * together: rungs 0 0 and 2 1 say that units 0 and 1 of the first text go with unit 0 of the second.
 */
export function parseLadder(text: string, file = "the ladder"): Alignment {
  const rungs = linesOf(text).map((line) => {
    const found = /^(\d+)\s+(\d+)(?:\s+(?:[-+.\deE]+|[-+]?(?:nan|inf)))?$/.exec(line.text);
    if (found === null) throw wrongLine(file, line, "a rung like 2 <tab> 5 <tab> 0.31 (run hunalign without -text)");
    return { line, first: Number(found[1]), second: Number(found[2]) };
  });
  const links: Link[] = [];
  for (const [k, rung] of rungs.entries()) {
    const next = rungs[k + 1];
    if (next === undefined) break;
    if (next.first < rung.first || next.second < rung.second)
      throw new Problem(`${file}, line ${next.line.number}: the ladder steps back, from ${rung.first} ${rung.second}.`);
    if ((next.first - rung.first) * (next.second - rung.second) > mostTogether)
      throw new Problem(
        `${file}, line ${next.line.number}: no text is as long as from ${rung.first} ${rung.second} to here.`,
      );
    for (let summary = rung.first; summary < next.first; summary++)
      for (let story = rung.second; story < next.second; story++) links.push({ summary, story, confidence: 1 });
  }
  return links;
}

/** Pairs between two rungs; more are a mistake, and would not fit the memory. */
const mostTogether = 1_000_000;
