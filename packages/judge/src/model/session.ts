import { Problem, sumOf } from "@plotline/base";
import { type Address, modelAddress } from "./address.ts";
import { readAnswers } from "./batch.ts";
import { type AnswerCache, remembering } from "./cache.ts";
import { ChatClient, type ClientOptions } from "./client.ts";
import { added, type Limits, mustAfford, noUsage, tokensOf, type Usage } from "./cost.ts";
import type { Ask, ChatRequest, Reply } from "./request.ts";

/** Where answers come from, and the limits. */
export interface SessionOptions extends Limits {
  readonly url?: string;
  /** Files of answers that were made elsewhere. */
  readonly answers?: readonly string[];
  readonly cache?: AnswerCache;
  readonly client?: ClientOptions;
}

/** Answers from files, from the cache, and, only where an address was named, from the model; in this order. */
export class JudgeSession {
  /** Requests without an answer: they go into the next batch. */
  readonly unanswered = new Map<string, ChatRequest>();
  readonly ask: Ask;
  /** Answers of the files that fit no request yet: asked of another model, or about other texts. */
  readonly unused: Set<string>;
  private readonly spending: Spending;

  private constructor(
    private readonly options: SessionOptions,
    private readonly given: ReadonlyMap<string, Reply>,
    /** Lines of answers that report a failed request. */
    readonly failed: number,
    readonly address: Address | undefined,
  ) {
    this.unused = new Set(given.keys());
    this.spending = new Spending(options);
    const client = address && new ChatClient(address, options.client);
    // Nothing is sent where no address was named.
    const live: Ask = client ? this.spending.watching((request) => client.ask(request)) : async () => undefined;
    const asked = options.cache === undefined ? live : remembering(live, options.cache);
    this.ask = async (request) => {
      const reply = this.fromFile(request) ?? (await asked(request));
      if (reply === undefined) this.unanswered.set(request.id, request);
      return reply;
    };
  }

  static async open(options: SessionOptions): Promise<JudgeSession> {
    const address = options.url === undefined ? undefined : modelAddress(options.url);
    const files = await Promise.all((options.answers ?? []).map(readAnswers));
    const given = new Map(files.flatMap(({ replies }) => [...replies]));
    const failed = sumOf(files, (file) => file.failed);
    return new JudgeSession(options, given, failed, address);
  }

  get usage(): Usage {
    return this.spending.usage;
  }

  /** An answer that is already known, without a request. */
  readonly known: Ask = async (request) => this.fromFile(request) ?? (await this.options.cache?.get(request));

  /** What a file answers is kept like what a model was asked. */
  private fromFile(request: ChatRequest): Reply | undefined {
    const reply = this.given.get(request.id);
    if (reply !== undefined && this.unused.delete(request.id)) this.options.cache?.put(request, reply);
    return reply;
  }
}

/** The name of a model as its server calls it. */
export function mustNameModel(model: string | undefined): string {
  const name = model?.trim() ?? "";
  if (name !== "" && name.length <= 200) return name;
  throw new Problem("A model must be named, as its server calls it, in at most 200 characters.", "named model");
}

/** Counts what is sent, and stops before a request that might exceed the budget: an answer is as long as it may be. */
export class Spending {
  usage: Usage = noUsage;
  /** What the answers that are still to come may have. */
  private underWay = 0;

  constructor(private readonly limits: Limits) {}

  watching(ask: Ask): Ask {
    return async (request) => {
      const before = added(this.usage, { requests: 1, sent: request.sent, received: 0 });
      const most = { ...before, received: before.received + this.underWay + request.most };
      mustAfford(most, this.limits, "What was answered is saved; more might exceed");
      this.usage = before;
      this.underWay += request.most;
      const reply = await ask(request).finally(() => void (this.underWay -= request.most));
      // The server's own count takes the place of ours.
      const { sent, received } = reply?.tokens ?? { sent: request.sent, received: tokensOf(reply?.text ?? "") };
      this.usage = added(this.usage, { requests: 0, sent: sent - request.sent, received });
      return reply;
    };
  }
}
