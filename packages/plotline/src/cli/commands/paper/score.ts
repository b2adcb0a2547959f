import { Problem } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { answersTable, type Task, tasks } from "@plotline/questions";
import { figure } from "@plotline/runs";
import { type ScoredRun, scoreRun } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { isJudged, withJudge } from "../../options/judge.ts";
import { encoderOption } from "../../options/method.ts";
import { wholeNumber } from "../../options/values.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { printResult, signatureText, textTable, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { type JudgedScoring, scoreJudged } from "./score-judged.ts";

interface Options extends WorkChoice, JudgedScoring {
  readonly threads?: number;
  readonly encoder?: string;
}

export function scoreCommand(): Command {
  const made = withWorks(
    command(
      "score <corpus> [run]",
      "Score a trained reader on the validation works of a corpus: accuracy with its interval, by work, next to rules and a scorer that need no training. A run is a folder of checkpoints that `plotline paper train` left in its corpus, in runs/. Without a run the rules and the scorer are asked alone, or with --judge a language model.",
    ),
  );
  return withJudge(made)
    .option("--alignment <name>", "other contexts than it was trained with: a method, gold, or a folder in alignments/")
    .option(
      "--limit <number>",
      "with --judge: only this many questions of each task, drawn from all works",
      wholeNumber,
    )
    .addOption(threadsOption())
    .addOption(encoderOption())
    .action(run);
}

async function run(folder: string, run: string | undefined, options: Options): Promise<void> {
  if (isJudged(options) && run !== undefined)
    throw new Problem("With --judge, --batch or --answers give only the corpus: the model takes the place of a run.");
  if (options.limit !== undefined && !isJudged(options))
    throw new Problem("--limit is for --judge: readers and rules are asked everything.");
  const corpus = await openCorpus(folder);
  const chosen = chooseWorks(corpus, options);
  const works = options.work === undefined ? chosen.filter(({ split }) => split === "validation") : chosen;
  if (works.length === 0) throw new Problem(`${folder} has no validation works to score on; name works with --work.`);
  if (isJudged(options)) return scoreJudged(corpus, works, options);
  const { alignment, threads, encoder } = options;
  const progress = new Progress("Scoring", 0, options.quiet);
  const scored = await scoreRun(run, corpus, {
    works,
    alignment,
    threads,
    encoder,
    onProgress: (done, total) => progress.outOf(total).watch({ done, detail: "" }),
  });
  progress.end();
  const result = resultOf(scored);
  printResult(options, result, scoreText(scored));
  for (const sentence of scored.goldNotes) warn(sentence, options);
}

/** Everybody in one list, the reader among them. */
function resultOf({ folder, alignment, set, hashes, scores }: ScoredRun) {
  const { task, train, model, signature } = folder?.file ?? {};
  const works = scores[0]?.works.map(({ work }) => work);
  const own = { task, seed: train?.seed, model, train, signature };
  return { ...own, alignment, set, hashes, works, scores: scores.map(({ works: _, ...score }) => score) };
}

function scoreText(scored: ScoredRun): string {
  const tables = tasks.flatMap((task) => everybody(task, scored));
  if (scored.folder === undefined) return tables.join("\n\n");
  const { task, signature } = scored.folder.file;
  const works = scored.scores[0]?.works ?? [];
  const rows = works.map(({ work, questions, right }) => [work, String(questions), figure(right)]);
  return [
    `${task} with ${scored.alignment}, by work as the paper asks:\n`,
    textTable(["", "questions", "right"], rows),
    `\n${tables.join("\n\n")}`,
    `\n${signatureText(signature)}`,
  ].join("\n");
}

function everybody(task: Task, { set, hashes, scores }: ScoredRun): string[] {
  const own = scores.filter((score) => score.task === task);
  const [first] = own;
  if (first === undefined) return [];
  const [header = [], ...lines] = answersTable(
    own,
    ({ right, byWork }) => `${figure(right)} (${byWork.map(figure).join("–")})`,
  );
  const about = `${first.questions} ${task} questions of ${set} (${hashes[task]}; chance ${figure(first.chance)}; 95 % intervals: works drawn again)`;
  return [`Everybody on these ${about}:\n\n${textTable(header, lines)}`];
}
