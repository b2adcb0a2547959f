import { type Command, Option } from "commander";
import { defaultMethod } from "../../../align/registry.ts";
import { chapterNumber } from "../../../corpus/addresses/address.ts";
import { openCorpus } from "../../../corpus/open.ts";
import { dueReviews, played } from "../../../corpus/people/person.ts";
import { changePerson, readPerson } from "../../../corpus/people/person-store.ts";
import type { Corpus, Work } from "../../../corpus/types.ts";
import { Problem } from "../../../problem.ts";
import { shippedOpponents } from "../../../readers/opponents.ts";
import { exportedQuiz } from "../../../report/quiz/exported.ts";
import { quizFormats } from "../../../report/quiz/formats.ts";
import { type QuizFormatName, quizFormatNames } from "../../../report/quiz/names.ts";
import { contextSources } from "../../../runs/context-sources.ts";
import { openPassageReader } from "../../../runs/passage-reader.ts";
import { answerOf } from "../../../tasks/quiz/answer.ts";
import type { QuizOptions, QuizQuestion } from "../../../tasks/quiz/question.ts";
import { quiz, quizAgain } from "../../../tasks/quiz/quiz.ts";
import { writeAtomically } from "../../../write.ts";
import { command } from "../../command.ts";
import { chapterHelp } from "../../options/chapter.ts";
import { fileToWrite, numberOption, wholeNumber } from "../../options/values.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { counted, dim, print, warn } from "../../print/print.ts";
import { type Answered, askAll, scoreText } from "./quiz-round.ts";

interface Options extends WorkChoice {
  readonly task: QuizOptions["task"];
  readonly count: number;
  readonly alignment: string;
  readonly candidates: QuizOptions["set"];
  readonly seed?: number;
  readonly benchmark?: boolean;
  readonly upTo?: string;
  readonly person?: string;
  readonly review?: boolean;
  readonly format?: QuizFormatName;
  readonly out?: string;
  readonly includeRestricted?: boolean;
  readonly encoder?: string;
}

export default function quizCommand(): Command {
  return withWorks(
    command(
      "quiz <corpus>",
      "Questions about stories you have read: who is it, and what happens next? Each has four options and its passage; what you miss is reviewed at the end. Or write the questions to a file for Anki, Moodle and others.",
      [
        "quiz corpora/sample",
        'quiz my-corpus --work "Treasure Island" --up-to "Chapter 12" --person Ada',
        "quiz my-corpus --person Ada --review",
        "quiz my-corpus --task both --count 30 --format moodle --out quiz.xml",
      ],
      false,
    ),
  )
    .addOption(
      new Option("--task <task>", "the kind of question: who is it, what happens next, or both")
        .choices(["cloze", "completion", "both"])
        .default("cloze"),
    )
    .addOption(numberOption("--count <number>", "how many questions", 10))
    .addOption(
      new Option("--candidates <set>", "wrong names from the whole story, or from the same chapter first")
        .choices(["story", "hard"])
        .default("story"),
    )
    .option("--up-to <chapter>", `only as far as you have read: the last chapter you read; ${chapterHelp}`)
    .option("--person <name>", "save your answers under this name; what you missed is asked again on later days")
    .option("--review", "with --person: only questions that are due for review")
    .option("--benchmark", "the benchmark's own questions, with ten options")
    .option("--alignment <name>", "which alignment the passages come from", defaultMethod)
    .option("--encoder <folder>", "let the machine that plays against you read with this encoder too: models/reading")
    .addOption(new Option("--seed <number>", "the same questions again (default: new ones)").argParser(wholeNumber))
    .addOption(
      new Option("--format <format>", "write a file instead of asking").choices(quizFormatNames.map(([name]) => name)),
    )
    .option("--out <file>", "the file to write", fileToWrite)
    .option(
      "--include-restricted",
      "with --format: include passages whose licence forbids redistribution or is unknown",
    )
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  mustFit(options);
  const corpus = await openCorpus(folder);
  const seed = options.seed ?? Date.now() % 1_000_000;
  const questions = await questionsOf(corpus, options, seed);
  if (options.format !== undefined) return write(questions, options.format, options);
  const answered = await askAll(questions);
  print(scoreText(answered));
  if (options.person !== undefined && answered.length > 0) await save(corpus.folder, options.person, seed, answered);
}

function mustFit({ count, format, out, review, person, benchmark, upTo }: Options): void {
  if (count === 0) throw new Problem("--count must be 1 or more.");
  if ((format === undefined) !== (out === undefined)) throw new Problem("--format and --out go together: give both.");
  if (review === true && person === undefined) throw new Problem("--review needs --person: whose questions are due?");
  if (benchmark === true && upTo !== undefined) throw new Problem("--up-to does not apply to --benchmark questions.");
}

async function questionsOf(corpus: Corpus, options: Options, seed: number): Promise<QuizQuestion[]> {
  const works = chooseWorks(corpus, options);
  const [source] = await contextSources(corpus, [options.alignment], seed);
  if (source === undefined) return [];
  const reader = options.encoder === undefined ? undefined : await openPassageReader(options.encoder);
  const opponents = await shippedOpponents(reader);
  const wish = { ...options, set: options.candidates, seed };
  if (!options.quiet) print(dim(`Reading (seed ${seed}) …`));
  if (options.review !== true)
    return quiz(corpus, works, source, opponents, { ...wish, ...soFarOf(works, options.upTo) });
  const person = await readPerson(corpus.folder, options.person ?? "");
  const due = dueReviews(person, new Date().toISOString()).slice(0, options.count);
  const again = await quizAgain(corpus, due, source, opponents, wish);
  if (again.length === 0) throw new Problem(`${options.person} has nothing to review today.`);
  return again;
}

function soFarOf(works: readonly Work[], upTo: string | undefined): Pick<QuizOptions, "soFar"> {
  if (upTo === undefined) return {};
  const [work, ...more] = works;
  if (work === undefined || more.length > 0) throw new Problem("--up-to needs one work: choose it with --work.");
  return { soFar: { [work.title]: { chapter: chapterNumber(work, upTo), paragraph: Number.MAX_SAFE_INTEGER } } };
}

function write(questions: readonly QuizQuestion[], name: QuizFormatName, options: Options): void {
  const { out = "", includeRestricted = false } = options;
  const titles = [...new Set(questions.map(({ work }) => work))];
  const title = titles.length === 1 ? `Quiz: ${titles[0]}` : "Quiz";
  writeAtomically(out, quizFormats[name].make(exportedQuiz(title, questions, { includeRestricted })));
  print(`${out}: ${counted(questions.length, "question")}, ${quizFormatNames.find(([each]) => each === name)?.[1]}.`);
  const guides = [...new Set(questions.filter(({ mayPassOn }) => !mayPassOn.summary).map(({ work }) => work))];
  if (guides.length > 0)
    warn(
      `the questions quote the guide to ${guides.join(", ")}, which may not be shared: for your own use only`,
      options,
    );
}

/** Saves the answers under the person's name, as the app does. */
async function save(folder: string, person: string, seed: number, answered: readonly Answered[]): Promise<void> {
  const at = new Date().toISOString();
  const answers = answered.map(({ question, given, seenPassage }) => ({
    ...answerOf(question, given, seenPassage),
    readers: {},
  }));
  await changePerson(folder, person, (known) => played(known, { id: `${at} ${seed}`, at, seed, answers }));
  const missed = answered.filter(({ right }) => !right).length;
  print(
    missed === 0 ? `Saved for ${person}.` : `Saved for ${person}: ${counted(missed, "question")} to review tomorrow.`,
  );
}
