import type { Chapter, Corpus, Passages, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import type { Example } from "./prompt.ts";

/** An example shows several points, and paragraphs that none of them describes. */
const least = { points: 6, links: 9, undescribed: 2 };

function isTelling({ summary, story, gold = [] }: Chapter): boolean {
  const described = new Set(gold.map((link) => link.story)).size;
  const enough = summary.length >= least.points && gold.length >= least.links;
  return enough && story.length - described >= least.undescribed;
}

/** The shortest chapters with gold that can serve as an example or for a try-out, one for each work. */
export class Examples {
  private constructor(
    private readonly found: readonly Chapter[],
    private readonly works: readonly Work[],
  ) {}

  static async of(corpus: Corpus, works: readonly Work[] = corpus.works): Promise<Examples> {
    const byWork = new Map<string, Chapter>();
    for await (const chapter of corpus.chapters({ works, goldOnly: true })) {
      if (!isTelling(chapter)) continue;
      const known = byWork.get(chapter.work);
      if (known === undefined || lengthOf(chapter) < lengthOf(known)) byWork.set(chapter.work, chapter);
    }
    return new Examples(
      [...byWork.values()].sort((a, b) => lengthOf(a) - lengthOf(b)),
      works,
    );
  }

  /** From short to long, those of these works first. */
  first(works: readonly string[]): readonly Chapter[] {
    const isOwn = ({ work }: Chapter) => works.includes(work);
    return [...this.found.filter(isOwn), ...this.found.filter((each) => !isOwn(each))];
  }

  /**
   * An example for a chapter, of another work: an example from the chapter's own work would flatter the score on it.
   * Only a chapter without gold, on which nothing can be measured, takes one of its own work where there is no other.
   * It is of the same kind of text, a play for a play, or else has paragraphs that are as long.
   */
  for(chapter: Chapter): (Example & { readonly work: string }) | undefined {
    const distance = (other: Chapter) => {
      const kinds = [chapter, other].map(({ work }) => this.works.find(({ title }) => title === work)?.kind);
      const ratio = Math.abs(Math.log(paragraphLength(other) / paragraphLength(chapter)));
      return kinds[0] !== undefined && kinds[0] === kinds[1] ? 0 : 1 + Math.floor(2 * ratio);
    };
    const own = chapter.gold === undefined ? this.found.find(({ work }) => work === chapter.work) : undefined;
    const others = this.found.filter(({ work }) => work !== chapter.work);
    const [nearest = own] = others.sort((a, b) => distance(a) - distance(b) || lengthOf(a) - lengthOf(b));
    return nearest && { work: nearest.work, summary: nearest.summary, story: nearest.story, links: nearest.gold ?? [] };
  }
}

function paragraphLength({ story }: Passages): number {
  return 1 + sumOf(story, (text) => text.length) / Math.max(1, story.length);
}

function lengthOf({ summary, story }: Passages): number {
  return sumOf([...summary, ...story], (text) => text.length);
}
