import { defaultMethod, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { chapterNumber } from "@plotline/corpus";
import { openCorpus } from "@plotline/corpus/node";
import { exportedQuiz, type QuizFormatName, quizFormatNames, quizFormats } from "@plotline/formats";
import { type QuizOptions, type QuizQuestion, quiz } from "@plotline/questions";
import { contextSource } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../command.ts";
import { choiceOption, isStandard, numberOption, outOption, writeFileOrOutput } from "../options/values.ts";
import { chapterHelp, chooseWorks, type WorkChoice, withWorks } from "../options/works.ts";
import { counted, print, warn } from "../print/print.ts";

interface Options extends WorkChoice {
  readonly task: QuizOptions["task"];
  readonly count: number;
  readonly alignment: string;
  readonly seed: number;
  readonly upTo?: string;
  readonly format: QuizFormatName;
  readonly out: string;
  readonly includeRestricted?: boolean;
}

const aboutTask = "the kind of question: fill in the name, what happens next, or both";
const formats = quizFormatNames.map(([name]) => name);

export default function quizCommand(): Command {
  const made = command(
    "quiz <corpus>",
    "Questions about stories for a class, as a file: fill in the name, or what happens next? Each has four options and its passage. To be asked them yourself, open the corpus with `plotline serve`.",
    false,
  );
  return withWorks(made)
    .addOption(choiceOption("--task <task>", aboutTask, ["cloze", "completion", "both"], "cloze"))
    .addOption(numberOption("--count <number>", "how many questions", 10))
    .option("--up-to <chapter>", `only as far as the class has read: the last chapter; ${chapterHelp}`)
    .option("--alignment <name>", "which alignment the passages come from", defaultMethod)
    .addOption(numberOption("--seed <number>", "other questions", 1))
    .addOption(choiceOption("--format <format>", "what to write", formats).makeOptionMandatory())
    .addOption(outOption("the file to write").makeOptionMandatory())
    .option("--include-restricted", "include passages whose licence forbids redistribution or is unknown")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  if (options.count === 0) throw new Problem("--count must be 1 or more.");
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const source = await contextSource(corpus, options.alignment, options.seed);
  const questions = await quiz(corpus, works, source, { ...options, ...soFarOf(works, options.upTo) });
  write(questions, options);
}

function soFarOf(works: readonly Work[], upTo: string | undefined): Pick<QuizOptions, "soFar"> {
  if (upTo === undefined) return {};
  const [work, ...more] = works;
  if (work === undefined || more.length > 0) throw new Problem("--up-to needs one work: choose it with --work.");
  return { soFar: { [work.title]: { chapter: chapterNumber(work, upTo), paragraph: Number.MAX_SAFE_INTEGER } } };
}

function write(questions: readonly QuizQuestion[], options: Options): void {
  const { format, out, includeRestricted = false } = options;
  const titles = [...new Set(questions.map(({ work }) => work))];
  const title = titles.length === 1 ? `Quiz: ${titles[0]}` : "Quiz";
  writeFileOrOutput(out, quizFormats[format].make(exportedQuiz(title, questions, { includeRestricted })));
  if (!isStandard(out))
    print(
      `${out}: ${counted(questions.length, "question")}, ${quizFormatNames.find(([each]) => each === format)?.[1]}.`,
    );
  const guides = new Set(questions.filter(({ mayPassOn }) => !mayPassOn.summary).map(({ work }) => work));
  const quoted = [...guides].join(", ");
  if (guides.size > 0)
    warn(`the questions quote the guide to ${quoted}, which may not be shared: for your own use only`, options);
}
