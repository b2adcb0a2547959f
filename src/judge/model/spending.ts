import { Problem } from "../../problem.ts";
import { added, amount, noUsage, type Price, requestTokens, type TokenCounter, type Usage } from "./cost.ts";
import type { Ask, Reply } from "./request.ts";

interface SpendingLimits {
  readonly counter: TokenCounter;
  readonly price?: Price;
  /** The most that may be spent: money where there is a price, otherwise tokens. */
  readonly budget?: number;
}

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
