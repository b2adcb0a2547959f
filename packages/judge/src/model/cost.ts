import { Problem, sumOf } from "@plotline/base";
import type { ChatRequest } from "./request.ts";

/** How many tokens a text has, or at most has. */
export interface TokenCounter {
  /** Whether the numbers are counted with the model's own tokenizer; otherwise they are an upper bound. */
  readonly exact: boolean;
  count(text: string): number;
}

/**
 * Without a tokenizer: more than any of the usual ones makes of prose. English has four or more characters per token;
 * of other scripts a character may be more than one token.
 */
export const upperBound: TokenCounter = {
  exact: false,
  count(text) {
    let beyondAscii = 0;
    for (let k = 0; k < text.length; k++) if (text.charCodeAt(k) > 0x7f) beyondAscii++;
    return Math.ceil((text.length - beyondAscii) / 3 + 1.5 * beyondAscii);
  },
};

/** What each message costs beyond its words. */
const perMessage = 8;

export function requestTokens({ messages }: Pick<ChatRequest, "messages">, counter: TokenCounter): number {
  return sumOf(messages, ({ content }) => perMessage + counter.count(content));
}

/** What an answer about points will have, by the links that are expected, each with its quote. */
export function answerTokens(bullets: number, links: number): number {
  return Math.ceil(20 + 12 * bullets + 31 * links);
}

/** Where an answer ends: several times what is expected, and room for thoughts, as far as the context goes. */
export function mostTokens(expected: number, sent: number, context: number): number {
  return Math.max(expected, Math.min(2_000 + 4 * expected, context - sent));
}

export interface Usage {
  readonly requests: number;
  readonly sent: number;
  readonly received: number;
}

export const noUsage: Usage = { requests: 0, sent: 0, received: 0 };

export function added(a: Usage, b: Usage): Usage {
  return { requests: a.requests + b.requests, sent: a.sent + b.sent, received: a.received + b.received };
}

/** What requests will cost; those that are answered already cost nothing. */
export class CostEstimate {
  usage = noUsage;
  answered = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly known: (request: ChatRequest) => Promise<unknown>,
    private readonly counter: TokenCounter,
  ) {}

  async add(request: ChatRequest, received: number): Promise<void> {
    if (this.seen.has(request.id)) return;
    this.seen.add(request.id);
    if ((await this.known(request)) !== undefined) this.answered++;
    else this.usage = added(this.usage, { requests: 1, sent: requestTokens(request, this.counter), received });
  }
}

/** The most that may be spent: money where there is a price, otherwise tokens. */
export interface Limits {
  readonly price?: Price;
  readonly budget?: number;
}

/** Throws where this much is more than the budget. */
export function mustAfford(usage: Usage, { budget, price }: Limits, what: string): void {
  const cost = price === undefined ? usage.sent + usage.received : amount(usage, price);
  if (budget === undefined || cost <= budget) return;
  throw new Problem(`${what} the budget of ${budget}${price === undefined ? " tokens" : ""}.`, "larger budget");
}

/** Money for a million tokens, in whatever currency. */
export interface Price {
  readonly sent: number;
  readonly received: number;
}

export function amount({ sent, received }: Usage, price: Price): number {
  return (sent * price.sent + received * price.received) / 1e6;
}
