import { Problem } from "../../problem.ts";
import type { Refusal } from "./message.ts";

/** A batch that one worker refused is offered to the others a moment later, and given up when there are none. */
const firstDelay = 250;
const longestDelay = 2_000;
const mostRefusals = 20;
/** With nothing answered yet, this many refusals in this time mean that no worker can do the work. */
const enoughRefusals = 3;
const refusedFor = 2_000;

/** Who refused our batches, and how long it is still worth offering them. */
export class Refusals {
  private readonly workers = new Set<string>();
  private readonly ofBatch = new Map<string, number>();
  private total = 0;
  private since = Number.POSITIVE_INFINITY;
  private last = "";
  private someWorkerHasNotRefused = false;
  private lastAnswer: number | undefined;

  /** `patience`: for how many milliseconds a worker that has answered is waited for. */
  constructor(private readonly patience: number) {}

  recordRefusal(id: string, { worker, sentence }: Refusal): void {
    this.ofBatch.set(id, this.countOf(id) + 1);
    this.total++;
    this.since = Math.min(this.since, Date.now());
    this.workers.add(worker);
    this.last = sentence;
  }

  recordAnswer(id: string): void {
    this.ofBatch.delete(id);
    this.lastAnswer = Date.now();
  }

  /** When a worker last answered, if one has. */
  get answeredAt(): number | undefined {
    return this.lastAnswer;
  }

  recordWorking(names: Iterable<string>): void {
    this.someWorkerHasNotRefused = [...names].some((name) => !this.workers.has(name));
  }

  /** How long a batch waits before it is offered again. */
  delayOf(id: string): number {
    return Math.min(longestDelay, firstDelay * 2 ** this.countOf(id));
  }

  /** A worker that has answered may be idle for the moment, while one that refuses is quicker to take every offer. */
  isHopeless(id: string): boolean {
    const answeredLately = this.lastAnswer !== undefined && Date.now() - this.lastAnswer < this.patience;
    return this.countOf(id) > mostRefusals && !this.someWorkerHasNotRefused && !answeredLately;
  }

  /** When all who looked at the work refused it, nobody will do it. */
  get problem(): Problem | undefined {
    if (this.total < enoughRefusals || Date.now() - this.since < refusedFor) return undefined;
    if (this.lastAnswer !== undefined || this.someWorkerHasNotRefused) return undefined;
    return new Problem(`No worker can do this. ${this.last}`);
  }

  private countOf(id: string): number {
    return this.ofBatch.get(id) ?? 0;
  }
}
