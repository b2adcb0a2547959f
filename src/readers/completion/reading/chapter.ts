import type { Chapter } from "../../../corpus/types.ts";
import type { CompletionItem } from "../../../tasks/completion.ts";
import type { Protocol } from "../../../tasks/options.ts";
import { segmentsOf } from "../../passages.ts";
import type { WorkScorer } from "../scorer.ts";
import { optionPassages } from "./passages.ts";
import { blendRows, type ContinuationReader, type ContinuationScores } from "./reader.ts";

/** Reads items with an encoder, each once, whatever protocol and alignment they are then asked under. */
export class ReadItems {
  private readonly known = new Map<string, readonly ContinuationScores[]>();

  constructor(private readonly reader: ContinuationReader) {}

  /** The scorer's scores of a chapter's items, blended with what the reader says of them. */
  async blended(
    items: readonly CompletionItem[],
    chapter: Pick<Chapter, "number" | "story" | "summary">,
    { scorer, scores, protocol }: { scorer: WorkScorer; scores: readonly number[][]; protocol: Protocol },
  ): Promise<number[][]> {
    await this.readChapter(items, chapter, scorer);
    const blend = this.reader.blends[protocol];
    return items.map(({ id }, k) => blend.scores(blendRows(scores[k]!, this.known.get(id) ?? [])));
  }

  private async readChapter(
    items: readonly CompletionItem[],
    { number, story, summary }: Pick<Chapter, "number" | "story" | "summary">,
    scorer: WorkScorer,
  ): Promise<void> {
    const fresh = items.filter(({ id }) => !this.known.has(id));
    if (fresh.length === 0) return;
    const segments = segmentsOf(story);
    const whole = scorer.wholeMatches(fresh, { number, story });
    for (const [k, { id, prefix, paragraph, options }] of fresh.entries()) {
      const place = { index: paragraph, bullets: summary.length };
      const passages = optionPassages(segments, whole[k]!, place).map(({ from, to }) =>
        segments
          .slice(from, to)
          .map((segment) => story[segment.paragraph]!.slice(segment.start, segment.end))
          .join(" "),
      );
      const asked = options.map(({ text }, option) => ({ text, passage: passages[option] ?? "" }));
      this.known.set(id, await this.reader.read(prefix, asked));
    }
  }
}
