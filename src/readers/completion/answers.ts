import { choose } from "../../tasks/choose.ts";
import { type CompletionItem, completionItems } from "../../tasks/completion.ts";
import { visibleForCompletion } from "../../tasks/contexts.ts";
import { type CompletionOptions, completionDefaults, type Protocol } from "../../tasks/options.ts";
import type { ContextSource } from "../../tasks/sources.ts";
import { byChapter, type WorkText } from "../../tasks/work.ts";
import type { ReadItems } from "./reading/chapter.ts";
import { CompletionScorer, type Shown } from "./scorer.ts";

interface ScoredItem {
  readonly item: CompletionItem;
  /** One for each option; the higher, the likelier. */
  readonly scores: readonly number[];
  /** The option with the highest; chance decides among equals. */
  readonly chosen: number;
}

interface Scoring extends Partial<CompletionOptions> {
  readonly scorer?: CompletionScorer;
  /** An encoder reads the items too. */
  readonly reading?: ReadItems;
  /** Which items are scored; all of them, if not given. */
  readonly isAsked?: (item: CompletionItem) => boolean;
}

/** Scores every completion item of a work, with one alignment's contexts under one protocol. */
export async function scoreCompletion(
  { title, chapters }: WorkText,
  source: ContextSource,
  protocol: Protocol,
  { scorer = new CompletionScorer(), reading, isAsked = () => true, ...rules }: Scoring = {},
): Promise<ScoredItem[]> {
  const { given } = { ...completionDefaults, ...rules };
  const itemsOf = byChapter(completionItems({ title, chapters }, rules));
  const work = scorer.work(chapters);
  const scored: ScoredItem[] = [];
  for (const chapter of chapters) {
    const items = (itemsOf.get(chapter.number) ?? []).filter(isAsked);
    if (items.length === 0 || chapter.story.length === 0) continue;
    const wanted = protocol === "paper" ? ({ protocol } as const) : ({ protocol, task: "completion", given } as const);
    const contexts = (await source.contexts(chapter, wanted)) ?? [];
    const prefixes = visibleForCompletion(chapter, given);
    const shown: Shown = { protocol, alignment: source.name, contexts, prefixes };
    const own = work.scores(items, chapter, shown);
    const all =
      reading === undefined ? own : await reading.blended(items, chapter, { scorer: work, scores: own, protocol });
    all.forEach((scores, k) => {
      const item = items[k]!;
      scored.push({ item, scores, chosen: choose(scores, item.id, "completion scorer") });
    });
  }
  return scored;
}
