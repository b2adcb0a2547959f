import { Problem, type Random, random } from "@plotline/base";
import type { Alignment } from "./chapter/types.ts";
import { mostCompared } from "./chapter/words.ts";
import { explainCell } from "./explain.ts";
import type { FoundGuide } from "./guide/guide.ts";
import {
  type Aligner,
  type Asked,
  type Method,
  type MethodOptions,
  noPins,
  type Pins,
  type Readable,
} from "./method.ts";
import { pinned, plan } from "./pins.ts";
import { type Scores, sharedScores } from "./scores.ts";
import { chance } from "./similarity/chance.ts";
import type { Matrix, Passages, Similarity } from "./similarity/similarity.ts";

/** Links from a matrix, around what is pinned, with what the method was prepared with. */
export type Decision<G extends Matrix = Matrix> = (g: G, pins: Pins, options: MethodOptions) => Alignment;

/** What a method scores with: known at once, or only when it is prepared. */
export type Scored<G extends Matrix = Matrix> = Similarity<G | Promise<G>> | Choice<G>;

type Described = Pick<Method, "name" | "usesOrder" | "draws">;

/** What the scores say about the guide, besides its links. */
type Finding<G extends Matrix> = (g: G, passages: Passages, pins: Pins, options: MethodOptions) => FoundGuide;

/**
 * A method that scores the chapter's pairs and decides by the matrix; with `find` it also says what it finds out about the
 * guide.
 *
 * @example
 * const mine = decideBy({ name: "mine", usesOrder: false }, bm25({ stems: true }), bestMatch);
 * const corpus = await openCorpus("corpora/sample");
 * const align = await mine.prepare(corpusView(corpus), {});
 * const links = await align(await corpus.chapter(corpus.works[0], 0));
 * links.slice(1, 5).map(({ summary, story }) => [summary, story]); // → [[1, 6], [2, 10], [3, 13], [4, 16]]
 */
export function decideBy<G extends Matrix = Matrix>(
  described: Described,
  similarity: Scored<G>,
  decide: Decision<G>,
  find?: Finding<G>,
): Method {
  const needsEncoder = similarity === byEncoder;
  return {
    ...described,
    usesText: similarity !== byChance,
    ...(needsEncoder && { needsEncoder }),
    ...(similarity === byChance && { draws: true }),
    async prepare(_, options) {
      const chosen = typeof similarity === "function" ? similarity(options) : similarity;
      const shared = options.scores ?? sharedScores();
      // What twenty seeds draw is drawn again rather than kept.
      const score = similarity === byChance ? chosen.prepare() : await shared.prepare(chosen);
      const scores: Scores<G> = (passages) => score(find === undefined ? comparable(passages) : passages);
      const align = async (chapter: Readable, asked: Asked = {}) => {
        const g = await scores(seen(chapter, asked, options));
        return decide(g, asked.pins ?? noPins, options);
      };
      const explain: Aligner["explain"] = async (chapter, link, asked = {}) => {
        const passages = seen(chapter, asked, options);
        const g = await scores(passages);
        const why = explainCell(passages, g, decide(g, asked.pins ?? noPins, options), link, chosen.countsAs);
        // what it needs is large, and nothing else here needs it
        const { sentencesOfLink } = await import("./evidence/of-links.ts");
        return { ...why, sentences: sentencesOfLink(passages, link) };
      };
      const guide: Aligner["guide"] =
        find &&
        (async (chapter, asked = {}) => {
          const passages = seen(chapter, asked, options);
          return find(await scores(passages), passages, asked.pins ?? noPins, options);
        });
      return Object.assign(align, { explain, ...(guide && { guide }) });
    },
  };
}

/** A method that looks at nothing but the number of paragraphs. */
export function decideByShape(
  described: Described,
  decide: (rows: number, columns: number, next: Random) => Alignment,
): Method {
  return {
    ...described,
    usesText: false,
    prepare:
      (_, { seed = 1 }) =>
      async (chapter, { pins } = {}) => {
        const { work, number, summary, story } = comparable(chapter);
        const links = decide(summary.length, story.length, random(seed, described.name, work, number));
        if (pins === undefined) return links;
        plan(pins, summary.length, story.length);
        return pinned(links, pins);
      },
  };
}

/** Methods for comparison keep whole matrices, or a link for each cell; `plotline` goes through a long chapter in windows. */
function comparable<Own extends Passages>(chapter: Own): Own {
  const { summary, story, work, number = 0 } = chapter;
  if (summary.length * story.length <= mostCompared) return chapter;
  const where = work === undefined ? "" : `"${work}", chapter ${number + 1}: `;
  throw new Problem(
    `${where}${summary.length} points and ${story.length} paragraphs are too many for this method; divide the chapter, or use plotline.`,
  );
}

type Choice<G extends Matrix = Matrix> = (options: MethodOptions) => Similarity<G | Promise<G>>;

export const byEncoder: Choice = ({ encoder }) => {
  if (encoder === undefined)
    throw new Problem("This method compares paragraph vectors, and no encoder was named.", "named encoder");
  return encoder;
};

export const byChance: Choice = ({ seed = 1 }) => chance({ seed });

/** The chapter as the aligner may read it. */
function seen(read: Readable, { visible }: Asked, { language }: MethodOptions): Readable {
  const chapter = language === undefined ? read : { ...read, language };
  if (visible === undefined) return chapter;
  if (visible.length !== chapter.summary.length)
    throw new Problem(`${visible.length} points are visible, but the summary has ${chapter.summary.length}.`);
  return { ...chapter, summary: visible };
}
