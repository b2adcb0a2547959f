// Trains the scorer of cloze questions and completion items, packages/questions/src/data/scorer.json, on the works of corpora/open
// outside validation, with blind contexts of Chronological-TFIDF. Evidence that brings less than .006 on folds of these goes.
//   npm run train -- scorer [--out FILE]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupedBy } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { evidenceOf, noContext, paperAlignment, type Sitting } from "@plotline/questions";
import { askedWorks, contextSource } from "@plotline/runs/node";
import { open, program, root, share } from "../bench/kit/kit.ts";
import { rightOption } from "../packages/questions/src/answer/answerer.ts";
import { descended, type Point, recall, rounded } from "./evidence.ts";

const [folds, least] = [5, 0.006];
const file = join(root, "packages", "questions", "src", "data", "scorer.json");

program(import.meta.url, { out: file }, async ({ values: { out } }) => {
  const corpus = await openCorpus(open);
  const works = corpus.works.filter(({ split }) => split !== "validation");
  const sources = [await contextSource(corpus, paperAlignment, 1)];
  const asked: (Point & { readonly task: Sitting["task"]; readonly names: readonly string[] })[] = [];
  for await (const { sittings } of askedWorks(corpus, works, { set: "paper-1", sources }))
    for (const sitting of sittings.filter((each) => each.protocol === "blind" && each.alignment !== noContext))
      evidenceOf(sitting).forEach((options, k) => {
        const names = Object.keys(options[0]!);
        const rows = names.map((name) => Float32Array.from(options, (option) => option[name]!));
        const covered = options.map((_, option) => option === rightOption(sitting.questions[k]!));
        asked.push({ task: sitting.task, work: sitting.work.title, names, rows, covered });
      });
  const weights = [...groupedBy(asked, ({ task }) => task)].map(([task, own]) => {
    const kept = keptOf(own[0]!.names, (some) => acrossFolds(own.map((each) => only(each, some))));
    console.log(`${task}: ${own.length} questions, ${share(kept.right)} right in ${folds} folds`);
    const fitted = descended(own.map((each) => only(each, kept.names)));
    return [task, Object.fromEntries(kept.names.map((name, k) => [name, rounded(fitted[k]!)]))];
  });
  writeFileSync(out, `${JSON.stringify(Object.fromEntries(weights), null, 2)}\n`);
});

/** One after the other without what brings least, while that is less than `least`. */
function keptOf(names: readonly string[], rightWith: (names: readonly string[]) => number) {
  let kept = { names, right: rightWith(names) };
  for (;;) {
    const without = kept.names.map((name) => {
      const others = kept.names.filter((other) => other !== name);
      return { name, names: others, right: rightWith(others) };
    });
    for (const { name, right } of without) console.log(`without ${name}: ${share(right)} for ${share(kept.right)}`);
    const best = without.reduce((a, b) => (b.right > a.right ? b : a));
    if (kept.right - best.right >= least) return kept;
    kept = best;
  }
}

function only<P extends Point & { readonly names: readonly string[] }>(point: P, names: readonly string[]): P {
  return { ...point, names, rows: names.map((name) => point.rows[point.names.indexOf(name)]!) };
}

/** The share of right answers about works that the weights did not learn from. */
function acrossFolds(points: readonly Point[]): number {
  const works = [...new Set(points.map(({ work }) => work))].sort();
  const isIn = (fold: number) => (point: Point) => works.indexOf(point.work) % folds === fold;
  const right = Array.from({ length: folds }, (_, fold) => {
    const held = points.filter(isIn(fold));
    return recall(held, descended(points.filter((point) => !isIn(fold)(point))), 1) * held.length;
  });
  return right.reduce((sum, each) => sum + each, 0) / points.length;
}
