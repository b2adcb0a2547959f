import type { News } from "@plotline/runs";
import { rewriteLine, write } from "./terminal.ts";

/** A line that rewrites itself on a terminal; elsewhere a new line every ten seconds. */
export class StatusLine {
  private shown = 0;

  constructor(private readonly quiet = false) {}

  show(textOf: () => string): void {
    const isTerminal = process.stderr.isTTY === true;
    const now = Date.now();
    if (this.quiet || now - this.shown < (isTerminal ? 100 : 10_000)) return;
    this.shown = now;
    if (isTerminal) rewriteLine(process.stderr, textOf());
    else write(process.stderr, `${textOf()}\n`);
  }

  end(): void {
    if (this.shown > 0 && process.stderr.isTTY) rewriteLine(process.stderr, "");
  }
}

/** The progress of a long task, shown from its second second on. */
export class Progress {
  private readonly started = Date.now();
  private readonly line: StatusLine;
  private done = 0;
  private taken = 0;
  /** When the first result came: the time before is preparation and says nothing about the pace. */
  private first: { readonly at: number; readonly done: number } | undefined;

  constructor(
    private readonly what: string,
    private total: number,
    quiet = false,
  ) {
    this.line = new StatusLine(quiet);
  }

  /** How much there is to do, where that is known only once it has begun. */
  outOf(total: number): this {
    this.total = total;
    return this;
  }

  advance(by = 1, detail = ""): void {
    this.taken += by;
    this.done = Math.max(this.done, this.taken);
    this.show(detail);
  }

  /** Reports the progress of work that is done elsewhere, before its results arrive. */
  readonly watch = ({ done, detail }: News): void => {
    this.done = Math.max(this.done, done);
    this.show(detail);
  };

  end(): void {
    this.line.end();
  }

  private show(detail: string): void {
    const now = Date.now();
    this.first ??= { at: now, done: this.done };
    if (now - this.started < 1000) return;
    this.line.show(() => `${this.what}: ${this.done} of ${this.total}${this.left(now)}${detail && `, ${detail}`}`);
  }

  private left(now: number): string {
    const { at, done } = this.first!;
    if (this.done === done) return "";
    return `, ${duration(((now - at) / (this.done - done)) * (this.total - this.done))} left`;
  }
}

export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
