// Takes what training/torch/learn.py learned into a folder of results, as `plotline paper learn --results` writes it: plotline itself
// counts F of every round's alignment against gold, and the answers that are right.
//   npm run train -- learn-results CORPUS FOLDER [--results results]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Alignment, learnedWithTask, score, worksInterval } from "@plotline/align";
import { groupedBy, Problem, sumOf } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import { cachedCorpus, learnDefaults } from "@plotline/questions/node";
import { z } from "zod";
import { needed, program, share } from "../bench/kit/kit.ts";
import { scored } from "../packages/questions/src/learn/learn.ts";
import { divided, type Unit, unitsIn } from "../packages/questions/src/learn/units.ts";
import { bestRound, goldOf, learnedFrom, learnSignature } from "../packages/runs/src/learn.ts";
import { summarisedWorks } from "../packages/runs/src/summarised-works.ts";
import { lanes } from "./learn-material.ts";

const answers = z.array(z.array(z.number()));
const lineSchema = z.object({
  round: z.union([z.literal("start"), z.int()]),
  seconds: z.number(),
  /** For each point of each chapter where its paragraphs begin, and how many they are. */
  rows: z.array(z.array(z.tuple([z.int(), z.int()]))),
  /** For each question a score for each option, the right one's first. */
  ...{ judged: answers, heldBack: answers },
});

program(import.meta.url, { results: "results" }, async ({ positionals: [folder, from], values: { results } }) => {
  needed(folder, "the corpus that the material was made of");
  needed(from, "the folder that training/torch/learn.py wrote");
  const corpus = await openCorpus(folder!);
  const works = summarisedWorks(corpus);
  const data = await cachedCorpus(corpus, works);
  const gold = await goldOf(corpus, works);
  for (const [name, own] of Object.entries(lanes)) {
    const path = needed(join(from!, `${name}.jsonl`), "what training/torch/learn.py wrote");
    const settings = { ...learnDefaults, ...own };
    const hashes = await learnedFrom(corpus, data, settings);
    const { learned, heldBack, judged } = divided(unitsIn(data.works), gold, settings);
    const lines = readFileSync(path, "utf8").trim().split("\n");
    const found = lines.map((text) => {
      const { round, seconds, ...line } = lineSchema.parse(JSON.parse(text));
      const answers = { judged: answersTo(judged, line.judged), heldBack: answersTo(heldBack, line.heldBack) };
      const alignments = alignmentsOf(judged, line.rows);
      return { ...scored(round, judged, { alignments, gold, answers }), seconds, alignments };
    });
    const rounds = found.map(({ alignments: _, ...round }) => round);
    const best = bestRound(rounds)!;
    const figure = {
      method: learnedWithTask,
      ...(name !== "paper" && { variant: Object.entries(own).flat().join(" ") }),
      units: settings.hidden,
      ...best,
      interval: overWorks(judged, gold, found.find(({ round }) => round === best.round)!.alignments),
      trainedBy: "training/torch/learn.py, one NVIDIA H200",
      signature: learnSignature(hashes, works, settings),
      hashes,
      trainedOn: { works: new Set(learned.map(({ work }) => work.title)).size, chapters: learned.length },
      rounds,
    };
    writeAtomically(join(results, `learn-${name}-1.json`), `${JSON.stringify(figure, undefined, 1)}\n`);
    console.log(`${name}: F ${rounds.map(({ f }) => share(f)).join(" ")}`);
  }
});

/** F with works drawn again, each with its chapters. */
function overWorks(
  units: readonly Unit[],
  gold: ReadonlyMap<string, Alignment>,
  found: ReadonlyMap<string, Alignment>,
) {
  const shares = [...groupedBy(units, ({ work }) => work.title)].map(([work, own]) => {
    const f = sumOf(own, ({ key }) => score(found.get(key)!, gold.get(key)!).f);
    return { work, questions: own.length, right: f / own.length };
  });
  return worksInterval(shares);
}

function alignmentsOf(units: readonly Unit[], rows: z.infer<typeof lineSchema>["rows"]): Map<string, Alignment> {
  mustMatch(units.length, rows.length, "chapters");
  const linked = (summary: number, [first, count]: readonly [number, number]) =>
    Array.from({ length: count }, (_, k) => ({ summary, story: first + k, confidence: 1 }));
  return new Map(units.map(({ key }, k) => [key, rows[k]!.flatMap((row, point) => linked(point, row))]));
}

function answersTo(units: readonly Unit[], scores: readonly (readonly number[])[]) {
  const asked = units.flatMap(({ chapter }) => chapter.cloze.filter(({ kind }) => kind === "entity"));
  mustMatch(asked.length, scores.length, "questions");
  return asked.map(({ id }, k) => ({ id, scores: scores[k]! }));
}

function mustMatch(here: number, there: number, what: string): void {
  if (here !== there)
    throw new Problem(`There are ${there} ${what} in it, and ${here} here: it is of other material; write it again.`);
}
