import type { Chapter } from "../../src/corpus/types.ts";
import { type Random, shuffled } from "../../src/random.ts";
import { begunRows, continuedRows, noStretch, stretchOf } from "../../src/readers/completion/coherence/cut.ts";
import type { CutText, Sizes } from "../../src/readers/completion/coherence/model.ts";
import { sentences } from "../../src/text/sentences.ts";
import { tokens } from "../../src/text/tokens.ts";
import type { Group } from "./learn.ts";

/** The bullets of each chapter that have something after their first tokens. */
export function bulletGroups(chapters: readonly Pick<Chapter, "summary">[], sizes: Sizes): Group[] {
  return chapters
    .map(({ summary }) =>
      summary.flatMap((bullet, index) => cutText(bullet, stretchOf(index, summary.length), sizes) ?? []),
    )
    .filter((group) => group.length > 1);
}

/** Sentences of each chapter's story, drawn at random and left in their order, a few per group. */
export function sentenceGroups(
  chapters: readonly Pick<Chapter, "story">[],
  sizes: Sizes,
  { perChapter, next }: { readonly perChapter: number; readonly next: Random },
): Group[] {
  return chapters.flatMap(({ story }) => {
    const found = story.flatMap((paragraph) =>
      sentences(paragraph).flatMap(({ start, end }) => longEnough(paragraph.slice(start, end))),
    );
    const drawn = shuffled([...found.keys()], next).slice(0, perChapter);
    const texts = drawn.sort((a, b) => a - b).flatMap((k) => cutText(found[k] ?? "", noStretch, sizes) ?? []);
    return grouped(texts);
  });
}

const groupSize = 15;

function grouped(texts: readonly CutText[]): Group[] {
  const groups: Group[] = [];
  for (let first = 0; first + 1 < texts.length; first += groupSize) groups.push(texts.slice(first, first + groupSize));
  return groups.filter((group) => group.length > 1);
}

/** About as long as a bullet. */
function longEnough(sentence: string): string[] {
  return sentence.length > 50 && sentence.length < 400 ? [sentence] : [];
}

function cutText(text: string, stretch: number, sizes: Sizes): CutText | undefined {
  const list = tokens(text);
  const [last, first] = [list[sizes.given - 1], list[sizes.given]];
  if (last === undefined || first === undefined) return undefined;
  const begun = begunRows(text.slice(0, last.end), sizes, sizes);
  return { begun, stretch, ...continuedRows(text.slice(first.start), sizes, sizes) };
}
