import type { Chapter } from "../../corpus/types.ts";
import { scoreRow } from "../../forest.ts";
import { Problem } from "../../problem.ts";
import type { Protocol } from "../../tasks/options.ts";
import { begunRows, type Continued, continuedRows, stretchOf } from "./coherence/cut.ts";
import { type CoherenceNetwork, product, unpackNetwork } from "./coherence/network.ts";
import { type Asked, WorkEvidence } from "./evidence.ts";
import { readItem, rowsOf } from "./features.ts";
import { likelyPlaces, type Place } from "./place.ts";
import { type CompletionWeights, shippedCompletion } from "./weights.ts";

/** An item and which bullet of its chapter asks it. */
interface AskedBullet extends Asked {
  readonly paragraph: number;
}

/** What the protocol shows of a chapter besides its story. */
export interface Shown {
  readonly protocol: Protocol;
  /** The alignment's name, and the story paragraphs that it gives each bullet. */
  readonly alignment: string;
  readonly contexts: readonly (readonly number[])[];
  /** The first tokens of every bullet: what a blind aligner reads. */
  readonly prefixes: readonly string[];
}

type StoryChapter = Pick<Chapter, "number" | "story">;

/**
 * Scores the continuations of completion items, a work at a time. It reads the story, the first tokens, the options and
 * the place that the protocol reveals: of the other bullets their number, and in the blind protocol their first tokens.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const { title, chapters } = await workText(corpus, corpus.works[0]);
 * const items = completionItems({ title, chapters }).filter(({ chapter }) => chapter === 0);
 * const [source] = await methodSources([findMethod("Posterior-BM25")], corpusView(corpus), {});
 * const contexts = await source.contexts(chapters[0], { protocol: "paper" });
 * const shown = { protocol: "paper", alignment: source.name, contexts, prefixes: items.map(({ prefix }) => prefix) };
 * const scores = new CompletionScorer().work(chapters).scores(items, chapters[0], shown);
 * const right = items.filter(({ answer }, k) => scores[k][answer] === Math.max(...scores[k]));
 * [right.length, items.length]; // → [14, 15]
 */
export class CompletionScorer {
  private readonly network: CoherenceNetwork;

  constructor(private readonly weights: CompletionWeights = shippedCompletion) {
    this.network = unpackNetwork(weights.coherence);
  }

  work(chapters: readonly StoryChapter[]): WorkScorer {
    return new WorkScorer(chapters, this.network, this.weights);
  }
}

export class WorkScorer {
  private readonly evidence: WorkEvidence;
  private readonly coherence: WorkCoherence;

  constructor(
    chapters: readonly StoryChapter[],
    network: CoherenceNetwork,
    private readonly weights: Pick<CompletionWeights, "forests">,
  ) {
    this.evidence = new WorkEvidence(chapters);
    this.coherence = new WorkCoherence(network);
  }

  /** A score for each option of each item of a chapter; the higher, the likelier. */
  scores(items: readonly AskedBullet[], chapter: StoryChapter, shown: Shown): number[][] {
    const forest =
      this.weights.forests[shown.protocol === "blind" ? "blind" : shown.alignment] ?? this.weights.forests["any"];
    if (forest === undefined)
      throw new Problem("The weights of the completion scorer have no trees; train them again.");
    return this.rows(items, chapter, [shown]).map(([rows = []]) => withBest(rows).map((row) => scoreRow(forest, row)));
  }

  /** For each item how each option, after the first tokens, matches every paragraph of the chapter. */
  wholeMatches(items: readonly Asked[], chapter: StoryChapter): (readonly Float64Array[])[] {
    return this.evidence.matches(items, chapter).map(({ whole }) => whole);
  }

  /** The features of each item under each of several protocols and alignments: items, then what is shown, then options. */
  rows(items: readonly AskedBullet[], chapter: StoryChapter, shown: readonly Shown[]): Float32Array[][][] {
    const rank = this.evidence.rankOf(chapter.number);
    const matches = this.evidence.matches(items, chapter);
    const likely = shown.map(({ protocol, prefixes }) =>
      protocol === "blind" ? likelyPlaces(prefixes, chapter, this.evidence.bm25) : undefined,
    );
    return items.map((item, n) => {
      const reading = readItem(item, matches[n]!, rank);
      const fits = this.coherence.scores(item, shown[0]?.prefixes.length ?? 1);
      return shown.map((each, k) => {
        const rows = likely[k];
        const place: Place = {
          protocol: each.protocol,
          index: item.paragraph,
          bullets: each.prefixes.length,
          context: each.contexts[item.paragraph] ?? [],
          ...(rows !== undefined && { likely: rowOf(rows, item.paragraph) }),
        };
        return rowsOf(reading, place, fits);
      });
    });
  }
}

/** Each column, and how far it is below the best option's: the forests compare options. */
export function withBest(rows: readonly Float32Array[]): Float32Array[] {
  const best = Array.from(rows[0] ?? [], (_, column) => Math.max(...rows.map((row) => row[column]!)));
  return rows.map((row) => Float32Array.from([...row, ...row.map((value, column) => value - best[column]!)]));
}

/** The network's scores; a continuation is read once per work. */
class WorkCoherence {
  private readonly read = new Map<string, Float32Array>();

  constructor(private readonly network: CoherenceNetwork) {}

  scores({ prefix, options, paragraph }: AskedBullet, bullets: number): number[] {
    const { sizes } = this.network;
    const begun = this.network.begun(begunRows(prefix, sizes, sizes), stretchOf(paragraph, bullets));
    return options.map(({ text }) => product(begun, this.continued(text)));
  }

  private continued(text: string): Float32Array {
    let known = this.read.get(text);
    if (known === undefined) {
      const cut: Continued = continuedRows(text, this.network.sizes, this.network.sizes);
      this.read.set(text, (known = this.network.continued(cut)));
    }
    return known;
  }
}

function rowOf({ columns, values }: ReturnType<typeof likelyPlaces>, row: number): Float64Array {
  return Float64Array.from(values.subarray(row * columns, (row + 1) * columns));
}
