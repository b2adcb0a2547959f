import { Problem } from "@plotline/base";
import { type Address, addressOf } from "./address.ts";
import { readAnswers } from "./batch.ts";
import { type AnswerCache, remembering } from "./cache.ts";
import { ChatClient, type ClientOptions } from "./client.ts";
import { added, amount, noUsage, type Price, requestTokens, type TokenCounter, type Usage } from "./cost.ts";
import type { Ask, ChatRequest, Reply } from "./request.ts";

/** Where answers come from, and the limits. */
export interface SessionOptions {
  readonly url?: string;
  /** Files of answers that were made elsewhere. */
  readonly answers?: readonly string[];
  readonly cache?: AnswerCache;
  readonly client?: ClientOptions;
  readonly counter: TokenCounter;
  readonly price?: Price;
  /** The most that may be spent: money where there is a price, otherwise tokens. */
  readonly budget?: number;
}

/** Answers from files, from the cache, and, only where an address was named, from the model; in this order. */
export class JudgeSession {
  /** Requests without an answer: they go into the next batch. */
  readonly unanswered = new Map<string, ChatRequest>();
  readonly ask: Ask;
  private readonly spending: Spending;

  private constructor(
    private readonly options: SessionOptions,
    private readonly given: ReadonlyMap<string, Reply>,
    /** Lines of answers that report a failed request. */
    readonly failed: number,
    readonly address: Address | undefined,
  ) {
    this.spending = new Spending(options);
    this.ask = this.answering();
  }

  static async open(options: SessionOptions): Promise<JudgeSession> {
    const address = options.url === undefined ? undefined : addressOf(options.url);
    const given = new Map<string, Reply>();
    let failed = 0;
    for (const file of options.answers ?? []) {
      const answers = await readAnswers(file);
      failed += answers.failed;
      for (const [id, reply] of answers.replies) given.set(id, reply);
    }
    return new JudgeSession(options, given, failed, address);
  }

  get usage(): Usage {
    return this.spending.usage;
  }

  /** An answer that is already known, without a request. */
  readonly known: Ask = async (request) => this.given.get(request.id) ?? (await this.options.cache?.get(request));

  private answering(): Ask {
    const { cache } = this.options;
    let live: Ask | undefined;
    const fromModel: Ask = (request) => {
      live ??= this.live();
      return live(request);
    };
    const asked = cache === undefined ? fromModel : remembering(fromModel, cache);
    return async (request) => {
      const reply = this.given.get(request.id) ?? (await asked(request));
      if (reply === undefined) this.unanswered.set(request.id, request);
      return reply;
    };
  }

  /** Nothing is sent where no address was named. */
  private live(): Ask {
    if (this.address === undefined) return async () => undefined;
    const client = new ChatClient(this.address, this.options.client);
    return this.spending.watching((request) => client.ask(request));
  }
}

/** The name of a model as its server calls it. */
export function mustNameModel(model: string | undefined): string {
  const name = model?.trim() ?? "";
  if (name === "") throw new Problem("A model must be named, as its server calls it.", "named model");
  if (name.length > 200) throw new Problem("The name of the model has more than 200 characters.");
  return name;
}

type SpendingLimits = Pick<SessionOptions, "counter" | "price" | "budget">;

/** Counts what is sent, and stops before it exceeds the budget. */
export class Spending {
  private spent: Usage = noUsage;

  constructor(private readonly limits: SpendingLimits) {}

  get usage(): Usage {
    return this.spent;
  }

  watching(ask: Ask): Ask {
    return async (request) => {
      const expected = { requests: 1, sent: requestTokens(request, this.limits.counter), received: 0 };
      this.mustAfford(added(this.spent, expected));
      this.spent = added(this.spent, expected);
      const reply = await ask(request);
      this.spent = added(this.spent, correction(reply, expected, this.limits));
      return reply;
    };
  }

  private mustAfford(usage: Usage): void {
    const { budget, price } = this.limits;
    const cost = price === undefined ? usage.sent + usage.received : amount(usage, price);
    if (budget === undefined || cost <= budget) return;
    throw new Problem(
      `The budget of ${budget}${price === undefined ? " tokens" : ""} is used up. What was answered is saved.`,
      "larger budget",
    );
  }
}

/** Replaces the expected count by the server's own. */
function correction(reply: Reply | undefined, expected: Usage, { counter }: SpendingLimits): Usage {
  const { sent = expected.sent, received = counter.count(reply?.text ?? "") } = reply?.tokens ?? {};
  return { requests: 0, sent: sent - expected.sent, received };
}
