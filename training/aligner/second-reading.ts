import { readFile } from "node:fs/promises";
import type { Chapter } from "@plotline/align";
import { Problem } from "@plotline/base";
import { digest } from "@plotline/base/node";
import { z } from "zod";

const line = z.object({
  work: z.string(),
  /** Counted from 0. */
  chapter: z.int().min(0),
  /** For each point the paragraphs that it covers; both counted from 0. */
  links: z.array(z.array(z.int().min(0))),
});

/** What somebody else linked in some chapters of a corpus. */
export class SecondReading {
  private readonly rows = new Map<string, readonly (readonly number[])[]>();
  readonly hash: string;

  constructor(
    text: string,
    private readonly name: string,
  ) {
    this.hash = digest(text, 8);
    for (const [k, row] of text.split("\n").entries()) {
      if (row.trim() === "") continue;
      const { work, chapter, links } = this.parsed(row, k);
      this.rows.set(key(work, chapter), links);
    }
  }

  /** The paragraphs of each point, where this reading has the chapter. */
  of({ work, number, summary, story }: Chapter): readonly (readonly number[])[] | undefined {
    const rows = this.rows.get(key(work, number));
    if (rows === undefined) return undefined;
    if (rows.length !== summary.length || rows.some((row) => row.some((paragraph) => paragraph >= story.length)))
      throw new Problem(
        `${this.name} links points or paragraphs of chapter ${number + 1} of "${work}" that the corpus does not have.`,
      );
    return rows;
  }

  private parsed(row: string, k: number): z.infer<typeof line> {
    try {
      return line.parse(JSON.parse(row));
    } catch {
      throw new Problem(
        `${this.name}: line ${k + 1} is not of the form {"work": …, "chapter": 0, "links": [[0, 1], …]}.`,
      );
    }
  }
}

export async function readSecondReading(file: string): Promise<SecondReading> {
  return new SecondReading(await readFile(file, "utf8"), file);
}

function key(work: string, chapter: number): string {
  return `${chapter} ${work}`;
}
