import { Problem } from "../../problem.ts";
import { isForeign, redisFault, resumesFromThere } from "./redis.ts";

/**
 * How long Redis has not answered, counted in questions and not by the clock: a feeder on a laptop that slept, or on a
 * machine that gave it no time, has asked nothing in the meantime.
 */
export class Silence {
  private unanswered = 0;
  private fault: unknown;

  /** `every`: the time between two questions. `patience`: how long an answer is waited for. In milliseconds. */
  constructor(
    private readonly shown: string,
    private readonly every: number,
    private readonly patience: number,
  ) {}

  /** Begins a question; the problem where the ones before it went without an answer for too long. */
  ask(): Problem | undefined {
    if (this.unanswered++ * this.every < this.patience) return undefined;
    if (this.fault instanceof Problem) return this.fault;
    return new Problem(
      `Redis at ${this.shown} has not answered for ${this.patience / 1_000} seconds. ${resumesFromThere}`,
    );
  }

  recordAnswer(): void {
    this.unanswered = 0;
    this.fault = undefined;
  }

  /** A connection that broke, or a Redis that is full, is waited for; the problem where waiting will change nothing. */
  recordFault(error: unknown): Problem | undefined {
    this.fault = redisFault(error, this.shown);
    return this.fault instanceof Problem && isForeign(error) ? this.fault : undefined;
  }
}
