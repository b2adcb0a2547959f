import { homedir } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Corpus, Work } from "../../corpus/types.ts";
import { keyInEnvironment, keyVariable } from "../../judge/model/address.ts";
import { batchLine } from "../../judge/model/batch.ts";
import { AnswerCache } from "../../judge/model/cache.ts";
import { amount, type Price, type TokenCounter, type Usage, upperBound } from "../../judge/model/cost.ts";
import type { Ask } from "../../judge/model/request.ts";
import { JudgeSession, mustNameModel } from "../../judge/model/session.ts";
import { judgeDefaults } from "../../judge/prompt/plan.ts";
import { styles } from "../../judge/prompt/prompt.ts";
import { mustBeSendable } from "../../judge/restricted.ts";
import { Problem } from "../../problem.ts";
import { makeFolder, writeAtomically } from "../../write.ts";
import type { Common } from "../command.ts";
import { counted, printResult, warn } from "../print/print.ts";
import { resumable } from "./interrupt.ts";
import { fileToWrite, numberOption } from "./values.ts";

/** A language model that the user names, and how it is asked. Without --judge nothing is sent anywhere. */
export interface JudgeChoice extends Common {
  readonly judge?: string;
  readonly model?: string;
  readonly batch?: string;
  readonly answers?: readonly string[];
  readonly context: number;
  readonly tokenizer?: string;
  readonly price?: Price;
  readonly budget?: number;
  readonly parallel: number;
  readonly timeout: number;
  readonly patience: number;
  readonly dryRun?: boolean;
  readonly sendRestricted?: boolean;
}

export function withJudge(made: Command): Command {
  return made
    .option("--judge <url>", `ask a language model at this address; its key, if any, is in ${keyVariable}`)
    .option("--model <name>", "with --judge: the model, as its server calls it")
    .option("--batch <file>", "write the requests in OpenAI's batch form instead of sending them", fileToWrite)
    .option("--answers <file...>", "read answers in OpenAI's batch form")
    .addOption(
      numberOption(
        "--context <tokens>",
        "the model's context window, input and output together",
        judgeDefaults.context,
      ),
    )
    .option("--tokenizer <file>", "the model's tokenizer.json, to count tokens instead of giving an upper bound")
    .addOption(new Option("--price <in,out>", "price per million tokens sent, received").argParser(price))
    .addOption(
      new Option("--budget <number>", "stop before more is spent: money with --price, otherwise tokens").argParser(
        positive,
      ),
    )
    .addOption(numberOption("--parallel <number>", "parallel requests", 4))
    .addOption(numberOption("--timeout <seconds>", "how long the server may stay silent", 600))
    .addOption(numberOption("--patience <minutes>", "how long to wait for a busy server, in total", 15))
    .option("--dry-run", "show what would be sent and its cost, and end")
    .option("--send-restricted", "send texts whose licence forbids redistribution or is unknown");
}

export function withStyle(made: Command): Command {
  return made
    .addOption(
      new Option("--style <name>", "with --judge: link the evidence alone, or cover every paragraph of a part")
        .choices(styles)
        .default(judgeDefaults.style),
    )
    .addOption(
      new Option(
        "--only-unsure [share]",
        "with --judge: ask only where plotline is likely wrong, for this share of the tokens",
      )
        .preset(judgeDefaults.share)
        .argParser(share),
    );
}

export function isJudged({ judge, batch, answers, dryRun }: Partial<JudgeChoice>): boolean {
  return judge !== undefined || batch !== undefined || answers !== undefined || dryRun === true;
}

/** A model that the user named, and the session in which it is asked. */
export class Asking {
  private constructor(
    private readonly choice: JudgeChoice,
    readonly model: string,
    readonly counter: TokenCounter,
    readonly session: JudgeSession,
  ) {}

  /** Answers are saved in the corpus, or in the user's own cache where there is no corpus. */
  static async open(choice: JudgeChoice, corpus?: Pick<Corpus, "folder">): Promise<Asking> {
    const model = chosenModel(choice);
    const counter = await tokenCounter(choice);
    return new Asking(choice, model, counter, await openSession(choice, counter, corpus));
  }

  /** Throws where restricted texts would leave this machine without the user's leave. */
  maySend(works: readonly Work[]): void {
    const { judge, batch, sendRestricted } = this.choice;
    if (judge !== undefined || batch !== undefined) mustBeSendable(works, sendRestricted === true);
  }

  /** Prints what asking will cost; true for a dry run, which ends there. */
  endsWithCost(cost: Cost, about = ""): boolean {
    const { price, dryRun } = this.choice;
    const text = `${about}${costText(cost, this.counter, price)}.`;
    if (!dryRun) warn(text, this.choice);
    else {
      const { usage, ...counts } = cost;
      const money = price && { money: amount(usage, price) };
      printResult(this.choice, { ...counts, ...usage, exact: this.counter.exact, ...money }, text);
    }
    return dryRun === true;
  }

  /** Asks; undefined where the requests were written to a file instead. */
  async ask<T>(act: (ask: Ask) => Promise<T>): Promise<T | undefined> {
    const result = await resumable("What was answered", () => act(this.session.ask));
    if (this.choice.batch === undefined) return result;
    writeBatch(this.choice.batch, this.session, this.choice);
    return undefined;
  }
}

/** What is still to be asked, and how many requests were answered before. */
interface Cost {
  readonly usage: Usage;
  readonly answered: number;
}

/** The model's name; a sentence where the options do not fit together. */
function chosenModel({ judge, model, batch, parallel }: JudgeChoice): string {
  if (judge !== undefined && batch !== undefined)
    throw new Problem("--judge sends requests and --batch writes them to a file: choose one.");
  if (parallel < 1 || parallel > 256) throw new Problem("--parallel takes a number from 1 to 256.");
  return mustNameModel(model);
}

function tokenCounter({ tokenizer }: JudgeChoice): Promise<TokenCounter> | TokenCounter {
  return tokenizer === undefined
    ? upperBound
    : import("../../judge/model/tokenizer.ts").then(({ tokenizerCounter }) => tokenizerCounter(tokenizer));
}

async function openSession(
  choice: JudgeChoice,
  counter: TokenCounter,
  corpus: Pick<Corpus, "folder"> | undefined,
): Promise<JudgeSession> {
  const { judge: url, answers, price, budget, timeout, patience } = choice;
  const session = await JudgeSession.open({
    url,
    answers,
    counter,
    price,
    budget,
    cache: corpus === undefined ? userCache() : AnswerCache.of(corpus),
    client: {
      key: keyInEnvironment(),
      patience: patience * 60_000,
      limits: { silence: Math.max(1, timeout) * 1000 },
    },
  });
  if (session.failed > 0) warn(`${session.failed} of the answers report a failed request.`, choice);
  if (session.address?.isOpen)
    warn(`${session.address.name} is reached without encryption: others on the way can read what is sent.`, choice);
  return session;
}

function userCache(): AnswerCache {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "plotline");
  makeFolder(folder);
  return new AnswerCache(folder, "judge");
}

/** Writes the requests that have no answer yet to a file, for a service that takes batches. */
function writeBatch(file: string, { unanswered }: JudgeSession, { json }: Common): void {
  writeAtomically(file, [...unanswered.values()].map(batchLine).join(""));
  printResult(
    { json },
    { batch: file, requests: unanswered.size },
    `${file}: ${counted(unanswered.size, "request")}. Nothing was sent; --answers reads what comes back.`,
  );
}

/** `14 requests, at most 81,000 tokens to send (an upper bound: no tokenizer was given) …` */
function costText({ usage, answered }: Cost, counter: TokenCounter, price: Price | undefined): string {
  const { requests, sent, received } = usage;
  const number = (value: number) => Math.round(value).toLocaleString("en");
  const known = answered === 0 ? "" : ` (${number(answered)} more are answered already)`;
  const tokens = counter.exact ? `${number(sent)} tokens` : `at most ${number(sent)} tokens (no tokenizer given)`;
  const money = price === undefined ? "" : `; that is ${moneyText(amount(usage, price))} at most`;
  return `${counted(requests, "request")}${known}: ${tokens} to send, about ${number(received)} to receive${money}`;
}

function moneyText(value: number): string {
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2);
}

function price(text: string): Price {
  const [sent, received, ...more] = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (sent === undefined || received === undefined || more.length > 0 || !(sent >= 0 && received >= 0))
    throw new InvalidArgumentError("Must be two prices, like 0.15,0.60.");
  return { sent, received };
}

function share(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError("Must be above 0 and at most 1.");
  return value;
}

function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("Must be above 0.");
  return value;
}
