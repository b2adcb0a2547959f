import type { Alignment } from "@plotline/align";

/** Links as flat numbers: what goes from thread to thread is copied, and a corpus has millions of links. */
export interface PackedLinks {
  /** Point and story paragraph of each link, one after the other. */
  readonly cells: Int32Array;
  /** Left out where every link is certain. */
  readonly confidences?: Float64Array;
}

export function pack(links: Alignment): PackedLinks {
  const cells = new Int32Array(links.length * 2);
  let certain = true;
  for (let k = 0; k < links.length; k++) {
    const { summary, story, confidence } = links[k]!;
    cells[2 * k] = summary;
    cells[2 * k + 1] = story;
    if (confidence !== 1) certain = false;
  }
  return certain ? { cells } : { cells, confidences: confidencesOf(links) };
}

function confidencesOf(links: Alignment): Float64Array {
  const confidences = new Float64Array(links.length);
  for (let k = 0; k < links.length; k++) confidences[k] = links[k]!.confidence;
  return confidences;
}

export function unpack({ cells, confidences }: PackedLinks): Alignment {
  return Array.from({ length: cells.length / 2 }, (_, k) => ({
    summary: cells[2 * k]!,
    story: cells[2 * k + 1]!,
    confidence: confidences?.[k] ?? 1,
  }));
}
