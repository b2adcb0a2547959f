import { join } from "node:path";
import { auditFiles, auditLine, partOfFile } from "./audit.ts";

const days = 7;

/**
 * How many points each person closes on a day on which they work, over the last week. Read from the audit trail; what
 * was read before is not read again.
 */
export class Pace {
  private readonly read = new Map<string, { at: number; readonly closed: Map<string, number> }>();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async byPerson(): Promise<ReadonlyMap<string, number>> {
    const first = new Date(this.now().getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    const files = (await auditFiles(this.folder)).filter(({ day }) => day >= first);
    const sums = new Map<string, { points: number; days: number }>();
    for (const { path, day } of files) {
      for (const [who, points] of this.closedOn(path, day)) {
        const sum = sums.get(who) ?? { points: 0, days: 0 };
        sums.set(who, { points: sum.points + points, days: sum.days + 1 });
      }
    }
    return new Map([...sums].map(([who, sum]) => [who, sum.points / sum.days]));
  }

  private closedOn(path: string, day: string): ReadonlyMap<string, number> {
    const known = this.read.get(day) ?? { at: 0, closed: new Map<string, number>() };
    this.read.set(day, known);
    const { lines, end } = linesFrom(join(this.folder, path), known.at);
    known.at = end;
    // Most lines close nothing, and are not worth parsing.
    for (const line of lines.filter((each) => each.includes('"closes":true'))) {
      const who = auditLine(line)?.who;
      if (who !== undefined) known.closed.set(who, (known.closed.get(who) ?? 0) + 1);
    }
    return known.closed;
  }
}

/** Whole lines from a place in a file on, and where they end; at most a part of a long file at a time. */
function linesFrom(path: string, at: number): { lines: string[]; end: number } {
  const bytes = partOfFile(path, at, 32 * 1024 * 1024);
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  return { lines: whole.toString("utf8").split("\n"), end: at + whole.length };
}
