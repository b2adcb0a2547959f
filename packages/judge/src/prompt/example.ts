import { type Chapter, type Corpus, type Passages, sharedWords, type Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { oneLine } from "../plain.ts";
import type { Example } from "./prompt.ts";

/** A few words of a paragraph that show why a point is linked to it: those around the heaviest shared word. */
export function exampleQuote(passages: Passages, bullet: number, paragraph: number): string {
  const words = oneLine(passages.story[paragraph] ?? "").split(" ");
  const [heaviest] = sharedWords(passages, bullet)(paragraph);
  const shared = (heaviest?.storyWord ?? heaviest?.word ?? "").toLowerCase();
  const at = shared === "" ? 0 : words.findIndex((word) => word.toLowerCase().includes(shared));
  const from = Math.max(0, Math.min(at - 3, words.length - quoteWords));
  return words.slice(from, from + quoteWords).join(" ");
}

const quoteWords = 7;

/** An example shows several points, and paragraphs that none of them describes. */
const least = { bullets: 6, links: 9, undescribed: 2 };

function isTelling({ summary, story, gold = [] }: Chapter): boolean {
  const described = new Set(gold.map((link) => link.story)).size;
  const enough = summary.length >= least.bullets && gold.length >= least.links;
  return enough && story.length - described >= least.undescribed;
}

/** The shortest chapters with gold that can serve as an example, one for each work. */
export class Examples {
  private constructor(private readonly byWork: ReadonlyMap<string, Chapter>) {}

  static async of(corpus: Corpus, works: readonly Work[] = corpus.works): Promise<Examples> {
    const byWork = new Map<string, Chapter>();
    for await (const chapter of corpus.chapters({ works, goldOnly: true })) {
      if (!isTelling(chapter)) continue;
      const known = byWork.get(chapter.work);
      if (known === undefined || lengthOf(chapter) < lengthOf(known)) byWork.set(chapter.work, chapter);
    }
    return new Examples(byWork);
  }

  /**
   * An example for a chapter, of another work: an example from the chapter's own work would flatter the score on it.
   * Only a chapter without gold, on which nothing can be measured, takes one of its own work where there is no other.
   */
  for(chapter: Chapter): (Example & { readonly work: string }) | undefined {
    const others = [...this.byWork.values()].filter(({ work }) => work !== chapter.work);
    const own = chapter.gold === undefined ? this.byWork.get(chapter.work) : undefined;
    const [shortest] = others.sort((a, b) => lengthOf(a) - lengthOf(b));
    const found = shortest ?? own;
    return found && { work: found.work, summary: found.summary, story: found.story, links: found.gold ?? [] };
  }
}

function lengthOf({ summary, story }: Passages): number {
  return sumOf([...summary, ...story], (text) => text.length);
}
