import { join } from "node:path";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import { figure } from "@plotline/runs";
import { type ScoredRun, savedScore, scoreRun } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { isJudged, withJudge } from "../../options/judge.ts";
import { encoderOption } from "../../options/method.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { printResult } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { signatureText, textTable } from "../../print/text-table.ts";
import { type JudgedScoring, scoreJudged } from "./score-judged.ts";

interface Options extends WorkChoice, JudgedScoring {
  readonly threads?: number;
  readonly encoder?: string;
  readonly controls: boolean;
}

export default function scoreCommand(): Command {
  const made = withWorks(
    command(
      "score <run> [corpus]",
      "Score a trained reader on the validation works of a corpus: accuracy with its interval, by work, next to rules that need no training. A run is a folder of `plotline train cloze` or `completion`. With --judge a language model is asked instead, and the corpus alone is named.",
      [
        "score runs/cloze my-corpus",
        'score runs/cloze my-corpus --work "Ethan Frome" --json',
        "score my-corpus --judge http://localhost:11434/v1 --model qwen3:14b",
      ],
    ),
  );
  return withJudge(made)
    .option("--alignment <name>", "other contexts than it was trained with: a method, gold, or a folder in alignments/")
    .addOption(threadsOption())
    .addOption(encoderOption())
    .option("--no-controls", "do not score the rules")
    .action(run);
}

async function run(folder: string, named: string | undefined, options: Options): Promise<void> {
  const corpusFolder = corpusOf(folder, named, options);
  const corpus = await openCorpus(corpusFolder);
  const chosen = chooseWorks(corpus, options);
  const works = options.work === undefined ? chosen.filter(({ split }) => split === "validation") : chosen;
  if (works.length === 0)
    throw new Problem(`${corpusFolder} has no validation works to score on; name works with --work.`);
  if (isJudged(options)) return scoreJudged(corpus, works, options);
  const { alignment, threads, encoder, controls } = options;
  const progress = new Progress("Scoring", 0, options.quiet);
  const scored = await scoreRun(folder, corpus, {
    works,
    controls,
    alignment,
    threads,
    encoder,
    onProgress: (done, total) => progress.outOf(total).watch({ done, detail: "" }),
  });
  progress.end();
  const result = resultOf(scored);
  writeAtomically(join(folder, "score.json"), `${JSON.stringify(result)}\n`);
  printResult(options, result, scoreText(scored));
}

/** A language model has no run: then the only folder is the corpus. */
function corpusOf(folder: string, named: string | undefined, options: Options): string {
  if (isJudged(options) && named !== undefined)
    throw new Problem("With --judge, --batch or --answers give only the corpus: the model takes the place of a run.");
  if (isJudged(options)) return folder;
  if (named === undefined) throw new Problem("Name a run and a corpus, or a corpus and a language model with --judge.");
  return named;
}

function resultOf({ folder: { file }, alignment, score, controls }: ScoredRun) {
  const { task, train, model, signature } = file;
  return {
    task,
    alignment,
    protocol: "paper",
    seed: train.seed,
    ...savedScore(score),
    model,
    train,
    signature,
    controls,
  };
}

function scoreText({ folder: { file }, alignment, score, controls }: ScoredRun): string {
  const [low, high] = score.interval;
  const row = (name: string, questions: string, right: number) => [name, questions, figure(right)];
  const header = ["", "questions", "right"];
  const works = score.works.map((work) => row(work.work, String(work.questions), work.right));
  const rules = Object.entries(controls[0]?.right ?? {}).map(([rule, right]) => row(rule, "", right));
  return [
    `${file.task} with ${alignment}: ${figure(score.right)}, 95 % interval ${figure(low)} to ${figure(high)} (questions drawn again)\n`,
    textTable(header, [...works, row("all works", String(score.questions), score.right)]),
    `\nThe same questions without training:\n`,
    textTable(header, [...rules, row("chance", "", score.chance)]),
    `\n${signatureText(file.signature)}`,
  ].join("\n");
}
