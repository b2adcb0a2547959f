import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { amount, mustAfford, mustBeSendable, type Price, restrictedAmong, type Usage } from "@plotline/judge";
import { AnswerCache, type Ask, batchLine, JudgeSession, keyInEnvironment, mustNameModel } from "@plotline/judge/node";
import { counted, printResult, warn } from "../print/print.ts";
import { resumable } from "./interrupt.ts";
import type { JudgeChoice } from "./judge.ts";
import { writeFileOrOutput } from "./values.ts";

/** A model that the user named, and the session in which it is asked. */
export class Asking {
  private constructor(
    private readonly choice: JudgeChoice,
    readonly model: string,
    readonly session: JudgeSession,
  ) {}

  /** Answers are saved in the corpus. */
  static async open(choice: JudgeChoice, corpus: Pick<Corpus, "folder">): Promise<Asking> {
    return new Asking(choice, chosenModel(choice), await openSession(choice, corpus));
  }

  /** Throws where restricted texts would leave this machine without the user's leave. */
  maySend(works: readonly Work[], chosen = works): void {
    const { judge, batch, sendRestricted } = this.choice;
    if (judge !== undefined) mustBeSendable(works, sendRestricted === true, chosen);
    const restricted = batch === undefined ? [] : restrictedAmong(works);
    if (restricted.length > 0)
      warn(
        `${batch} has texts that may not be passed on: ${restricted.map(({ title }) => title).join("; ")}.`,
        this.choice,
      );
  }

  /** Prints what asking will cost; true for a dry run, which ends there. */
  endsWithCost(cost: Cost, about = ""): boolean {
    const { price, dryRun, batch, budget } = this.choice;
    if (batch !== undefined) mustAfford(cost.usage, { price, budget }, "Nothing was written: the requests exceed");
    const text = `${about}${costText(cost, price)}.`;
    if (!dryRun) warn(text, this.choice);
    else {
      const { usage, answered } = cost;
      const money = price && { money: amount(usage, price) };
      printResult(this.choice, { answered, ...usage, ...money }, text);
    }
    return dryRun === true;
  }

  /** Asks; undefined where the requests without an answer were written to a file instead, for a service that takes batches. */
  async ask<T>(act: (ask: Ask) => Promise<T>): Promise<T | undefined> {
    const result = await resumable("What was answered", () => act(this.session.ask));
    const { batch, json } = this.choice;
    if (batch === undefined) return result;
    const requests = [...this.session.unanswered.values()];
    writeFileOrOutput(batch, requests.map(batchLine).join(""));
    const said = `${batch}: ${counted(requests.length, "request")}. Nothing was sent; --answers reads what comes back.`;
    printResult({ json }, { batch, requests: requests.length }, said);
    return undefined;
  }

  /** Why there is nothing to write. */
  noAnswers(): Problem {
    const { unused, unanswered } = this.session;
    const others =
      unused.size === 0
        ? ""
        : ` ${counted(unused.size, "answer")} of the file fit none of them: were they to another model, example or text?`;
    return new Problem(`${counted(unanswered.size, "request")} had no answer, so there is nothing to write.${others}`);
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

async function openSession(choice: JudgeChoice, corpus: Pick<Corpus, "folder">): Promise<JudgeSession> {
  const { judge: url, answers, price, budget } = choice;
  const session = await JudgeSession.open({
    url,
    answers,
    price,
    budget,
    cache: AnswerCache.of(corpus),
    client: { key: keyInEnvironment() },
  });
  if (session.failed > 0) warn(`${session.failed} of the answers report a failed request.`, choice);
  if (session.address?.isOpen)
    warn(`${session.address.name} is reached without encryption: others on the way can read what is sent.`, choice);
  return session;
}

/** `14 requests: at most 81,000 tokens to send, about 9,000 to receive` */
function costText({ usage, answered }: Cost, price: Price | undefined): string {
  const { requests, sent, received } = usage;
  const number = (value: number) => Math.round(value).toLocaleString("en");
  const known = answered === 0 ? "" : ` (${number(answered)} more are answered already)`;
  const money = price === undefined ? "" : `; that is about ${moneyText(amount(usage, price))}`;
  return `${counted(requests, "request")}${known}: at most ${number(sent)} tokens to send, about ${number(received)} to receive${money}`;
}

function moneyText(value: number): string {
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2);
}
