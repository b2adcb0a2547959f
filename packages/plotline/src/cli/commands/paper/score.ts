import { join } from "node:path";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import { answersTable, type Hit } from "@plotline/questions";
import { figure } from "@plotline/runs";
import { readerName, type ScoredRun, savedScore, scoreRun } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { isJudged, withJudge } from "../../options/judge.ts";
import { encoderOption } from "../../options/method.ts";
import { wholeNumber } from "../../options/values.ts";
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

export function scoreCommand(): Command {
  const made = withWorks(
    command(
      "score <run> [corpus]",
      "Score a trained reader on the validation works of a corpus: accuracy with its interval, by work, next to rules that need no training. A run is a folder of checkpoints that `plotline paper train` left in its corpus, in runs/. With --judge a language model is asked instead, and the corpus alone is named.",
      [
        "paper score my-corpus/runs/paper-1-cloze-tfidf-3e-4-seed-1 my-corpus",
        'paper score my-corpus/runs/paper-1-cloze-tfidf-3e-4-seed-1 my-corpus --work "Ethan Frome" --json',
        "paper score my-corpus --judge http://localhost:11434/v1 --model qwen3:14b",
      ],
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

/** The reader as the paper asks it, then everybody in one list. */
function resultOf({ folder: { file }, alignment, set, questions: asked, hits, scores }: ScoredRun) {
  const { task, train, model, signature } = file;
  const isOwn = (each: Pick<Hit, "answerer" | "protocol" | "alignment">) =>
    each.answerer === readerName && each.protocol === "paper" && each.alignment === alignment;
  const { right, interval, chance, questions, works } = scores.find(isOwn) ?? noScore;
  const score = { right, interval, chance, questions, works, hits: hits.filter(isOwn) };
  return {
    task,
    alignment,
    set,
    asked,
    protocol: "paper",
    seed: train.seed,
    ...savedScore(score),
    model,
    train,
    signature,
    scores,
  };
}

const noScore = { right: 0, interval: [0, 0], chance: 0, questions: 0, works: [] } as const;

function scoreText({ folder: { file }, alignment, set, questions: asked, scores }: ScoredRun): string {
  const own = scores.filter(({ answerer }) => answerer === readerName);
  const works = own[0]?.works.map(({ work, questions, right }) => [work, String(questions), figure(right)]) ?? [];
  const [header = [], ...lines] = answersTable(
    scores,
    ({ right, byWork }) => `${figure(right)} (${byWork.map(figure).join("–")})`,
  );
  const { questions = 0, chance = 0 } = own[0] ?? {};
  return [
    `${file.task} with ${alignment}, by work as the paper asks:\n`,
    textTable(["", "questions", "right"], works),
    `\nEverybody on these ${questions} questions of ${set} (${asked}; chance ${figure(chance)}; 95 % intervals: works drawn again):\n`,
    textTable(header, lines),
    `\n${signatureText(file.signature)}`,
  ].join("\n");
}
