import type { Corpus, Work } from "../../corpus/types.ts";
import type { Answered } from "../../evaluate/answered.ts";
import { type Protocol, protocols } from "../../tasks/options.ts";
import type { ContextSource } from "../../tasks/sources.ts";
import { workText } from "../../tasks/work.ts";
import { scoreCompletion } from "./answers.ts";
import { ReadItems } from "./reading/chapter.ts";
import type { ContinuationReader } from "./reading/reader.ts";
import { CompletionScorer } from "./scorer.ts";
import { blindAlignment, type CompletionWeights } from "./weights.ts";

/** One item as one protocol asks it, with the contexts of one alignment. */
interface CompletionHit extends Answered {
  readonly id: string;
  readonly protocol: Protocol;
  readonly alignment: string;
}

/** Asks the scorer every item of some works: in the paper's protocol with each source's contexts, then blind. */
export async function askCompletion(
  weights: CompletionWeights,
  corpus: Corpus,
  works: readonly Work[],
  sources: readonly ContextSource[],
  { onWork = () => {}, reader }: { onWork?: (work: Work) => void; reader?: ContinuationReader | undefined } = {},
): Promise<CompletionHit[]> {
  const scorer = new CompletionScorer(weights);
  const hits: CompletionHit[] = [];
  for (const work of works) {
    const text = await workText(corpus, work);
    const reading = reader === undefined ? undefined : new ReadItems(reader);
    for (const { protocol, source } of asking(sources)) {
      const scored = await scoreCompletion(text, source, protocol, { scorer, reading });
      for (const { item, chosen } of scored)
        hits.push({
          id: item.id,
          work: work.title,
          protocol,
          alignment: source.name,
          right: chosen === item.answer,
          options: item.options.length,
        });
    }
    onWork(work);
  }
  return hits;
}

/** Blind, the scorer reads the contexts of one alignment alone. */
function asking(sources: readonly ContextSource[]): { protocol: Protocol; source: ContextSource }[] {
  return protocols.flatMap((protocol) =>
    sources
      .filter((source) => source.protocols.includes(protocol))
      .filter(({ name }) => protocol === "paper" || name === blindAlignment)
      .map((source) => ({ protocol, source })),
  );
}
