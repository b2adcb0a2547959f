import type { NamedWork } from "../work.ts";

interface Named {
  mentions: number;
  afterThe: number;
  readonly points: Set<string>;
  readonly spellings: Map<string, number>;
}

/** How a guide names the entities of its work. */
export class GuideNames {
  private readonly named = new Map<number, Named>();

  constructor({ chapters }: NamedWork) {
    for (const { chapter, points } of chapters)
      points.forEach((mentions, k) => {
        const text = chapter.summary[k] ?? "";
        for (const { entity, text: spelling, start } of mentions) {
          const own = this.of(entity);
          own.mentions++;
          own.points.add(`${chapter.number} ${k}`);
          own.spellings.set(spelling, (own.spellings.get(spelling) ?? 0) + 1);
          if (/\bthe $/i.test(text.slice(0, start))) own.afterThe++;
        }
      });
  }

  /** In how many points it is named. */
  points(entity: number): number {
    return this.of(entity).points.size;
  }

  /** The share of its mentions that follow "the": a ship, a family or an office does. */
  afterThe(entity: number): number {
    const { mentions, afterThe } = this.of(entity);
    return mentions === 0 ? 0 : afterThe / mentions;
  }

  /** The most frequent first. */
  spellings(entity: number): string[] {
    return [...this.of(entity).spellings].sort((a, b) => b[1] - a[1]).map(([text]) => text);
  }

  private of(entity: number): Named {
    let own = this.named.get(entity);
    if (own === undefined) {
      own = { mentions: 0, afterThe: 0, points: new Set(), spellings: new Map() };
      this.named.set(entity, own);
    }
    return own;
  }
}
