import { Problem } from "@plotline/base";
import type { Ask, ChatRequest } from "./request.ts";

/**
 * At most how many tokens a text has: more than any usual tokenizer makes of prose. English has four or more characters
 * per token; of other scripts a character may be more than one token.
 */
export function tokensOf(text: string): number {
  let beyondAscii = 0;
  for (let k = 0; k < text.length; k++) if (text.charCodeAt(k) > 0x7f) beyondAscii++;
  return Math.ceil((text.length - beyondAscii) / 3 + 1.5 * beyondAscii);
}

/** Requests, and tokens sent and received. */
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

  constructor(private readonly known: Ask) {}

  async add(request: ChatRequest): Promise<void> {
    if (this.seen.has(request.id)) return;
    this.seen.add(request.id);
    if ((await this.known(request)) !== undefined) this.answered++;
    else this.usage = added(this.usage, { requests: 1, sent: request.sent, received: request.expected });
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

/** What tokens cost at a price. */
export function amount({ sent, received }: Usage, price: Price): number {
  return (sent * price.sent + received * price.received) / 1e6;
}
