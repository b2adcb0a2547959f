import type { TrainingProgress } from "../nn/index.ts";
import { duration } from "./progress.ts";

/** Where a training is: a line that rewrites itself on a terminal, a line every ten seconds elsewhere. */
export class TrainingLine {
  private shown = 0;

  constructor(private readonly quiet = false) {}

  show({ step, steps, epoch, loss, tokensPerSecond, millisecondsLeft }: TrainingProgress): void {
    const terminal = process.stderr.isTTY === true;
    const now = Date.now();
    if (this.quiet || now - this.shown < (terminal ? 200 : 10_000)) return;
    this.shown = now;
    const line = `Pass ${epoch}, step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${tokensPerSecond} tokens/s, ${duration(millisecondsLeft)} left`;
    process.stderr.write(terminal ? `\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K` : `${line}\n`);
  }

  end(): void {
    if (this.shown > 0 && process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  }
}
