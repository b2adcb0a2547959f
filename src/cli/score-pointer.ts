import { existsSync, readFileSync } from "node:fs";
import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import type { Pointer } from "../readers/pointer/pointer.ts";
import { askPointer, type PointerScore, pointerScores } from "../readers/pointer/score.ts";
import { shippedPointer } from "../readers/pointer/shipped.ts";
import { isPackedPointer, unpackPointer } from "../readers/pointer/weights.ts";
import { type Common, dim, print, printJson } from "./frame.ts";
import { Progress } from "./progress.ts";
import { textTable } from "./table.ts";
import { wrap } from "./wrap.ts";

/** Whether what `plotline score` was given is a pointer: the one that ships, or a file of `plotline train pointer`. */
export function namesPointer(run: string): boolean {
  return (run === "pointer" && !existsSync(run)) || run.endsWith(".json");
}

/** Asks a pointer all questions of some works under both protocols and prints what it scored. */
export async function scorePointer(
  run: string,
  corpus: Corpus,
  works: readonly Work[],
  options: Common,
): Promise<void> {
  const pointer = run === "pointer" ? await shippedPointer() : pointerIn(run);
  const progress = new Progress("Works", works.length, options.quiet);
  const hits = await askPointer(pointer, corpus, works, ({ title }) => progress.advance(1, title));
  progress.end();
  if (hits.length === 0) throw new Problem("These works give no cloze questions to score on.");
  const scores = pointerScores(hits);
  if (options.json) printJson({ about: pointer.about, scores });
  else print(scoreText(pointer, scores));
}

function pointerIn(file: string): Pointer {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Problem(`${file} is no file of weights; \`plotline train pointer\` writes one.`);
  }
  if (!isPackedPointer(value)) throw new Problem(`${file} holds no pointer; \`plotline train pointer\` writes one.`);
  return unpackPointer(value);
}

function scoreText({ about }: Pointer, scores: readonly PointerScore[]): string {
  const header = ["protocol", "candidates", "questions", "right", "95 %", "95 %, by work", "chance"];
  const lines = scores.map(({ protocol, set, questions, right, interval, byWork, chance }) => [
    protocol,
    set,
    String(questions),
    share(right),
    interval.map(share).join("–"),
    byWork.map(share).join("–"),
    share(chance),
  ]);
  const works = (scores[0]?.works ?? []).map(({ work, questions }, k) => [
    work,
    String(questions),
    ...scores.map((score) => share(score.works[k]?.right ?? 0)),
  ]);
  const columns = scores.map(({ protocol, set }) => `${protocol}, ${set}`);
  return [
    textTable(header, lines),
    "",
    textTable(["work", "questions", ...columns], works),
    dim(`\n${wrap(about)}`),
  ].join("\n");
}

function share(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}
