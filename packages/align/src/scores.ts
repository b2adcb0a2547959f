import { Problem, Recent } from "@plotline/base";
import { reader, shippedTable, type WordReader } from "@plotline/text";
import type { Matrix, Passages, Scorer, Similarity } from "./similarity/similarity.ts";

/** What the methods of one run share: each text is read once, and each chapter scored once by each similarity. */
export interface SharedScores {
  prepare<G extends Matrix>(similarity: Similarity<G | Promise<G>>): Promise<Scores<G>>;
}

/** The matrix of a chapter, or a promise of it where an encoder is at work. */
export type Scores<G extends Matrix = Matrix> = (passages: Passages) => G | Promise<G>;

/** What the methods of a run share, before any of them asks. */
export function sharedScores(): SharedScores {
  const words = reader();
  const prepared = new Map<Similarity, Promise<Scores>>();
  return {
    prepare<G extends Matrix>(similarity: Similarity<G | Promise<G>>) {
      const known = (prepared.get(similarity) as Promise<Scores<G>> | undefined) ?? prepare(similarity, words);
      prepared.set(similarity, known);
      return known;
    },
  };
}

async function prepare<G extends Matrix>(
  similarity: Similarity<G | Promise<G>>,
  words: WordReader,
): Promise<Scores<G>> {
  const table = similarity.needsTable ? await shippedTable() : undefined;
  return remembering(similarity.name, similarity.prepare({ reader: words, table }));
}

/** The methods of a run ask for a chapter one after the other; setting pins asks for it again and again. */
function remembering<G extends Matrix>(name: string, score: Scorer<G | Promise<G>>): Scores<G> {
  const matrices = new Recent<Passages, G | Promise<G>>(chaptersCached);
  return (passages) => {
    const known = matrices.get(passages);
    if (known !== undefined) return known;
    const scored = score(passages);
    const checked = scored instanceof Promise ? scored.then((g) => finite(g, name)) : finite(scored, name);
    matrices.set(passages, checked);
    return checked;
  };
}

const chaptersCached = 2;

/** A score that is not a number would make every later sum NaN. */
function finite<G extends Matrix>(g: G, name: string): G {
  for (let k = 0; k < g.values.length; k++) {
    if (Number.isFinite(g.values[k])) continue;
    const [row, column] = [Math.floor(k / g.columns), k % g.columns];
    throw new Problem(
      `The similarity "${name}" gave ${g.values[k]} for point ${row} and story paragraph ${column}; a finite number is needed.`,
    );
  }
  return g;
}
