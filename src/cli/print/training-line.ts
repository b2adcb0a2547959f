import type { TrainingProgress } from "../../nn/index.ts";
import { duration } from "./progress.ts";
import { rewriteLine, write } from "./terminal.ts";

/** The progress of a training: a line that rewrites itself on a terminal, a line every ten seconds elsewhere. */
export class TrainingLine {
  private shown = 0;

  constructor(private readonly quiet = false) {}

  show({ step, steps, epoch, loss, tokensPerSecond, millisecondsLeft }: TrainingProgress): void {
    const terminal = process.stderr.isTTY === true;
    const now = Date.now();
    if (this.quiet || now - this.shown < (terminal ? 200 : 10_000)) return;
    this.shown = now;
    const line = `Pass ${epoch}, step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${tokensPerSecond} tokens/s, ${duration(millisecondsLeft)} left`;
    if (terminal) rewriteLine(process.stderr, line);
    else write(process.stderr, `${line}\n`);
  }

  end(): void {
    if (this.shown > 0 && process.stderr.isTTY) rewriteLine(process.stderr, "");
  }
}
