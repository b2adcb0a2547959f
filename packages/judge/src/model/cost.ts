import { sumOf } from "@plotline/base";
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

/** The most that an answer about points may need: a few links each, with their quotes. */
export function answerTokens(bullets: number): number {
  return 60 + 140 * bullets;
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

  constructor(
    private readonly known: (request: ChatRequest) => Promise<unknown>,
    private readonly counter: TokenCounter,
  ) {}

  async add(request: ChatRequest, received: number): Promise<void> {
    if ((await this.known(request)) !== undefined) this.answered++;
    else this.usage = added(this.usage, { requests: 1, sent: requestTokens(request, this.counter), received });
  }
}

/** Money for a million tokens, in whatever currency. */
export interface Price {
  readonly sent: number;
  readonly received: number;
}

export function amount({ sent, received }: Usage, price: Price): number {
  return (sent * price.sent + received * price.received) / 1e6;
}
