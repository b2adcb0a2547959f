import { sumOf } from "@plotline/base";

/** A link with the aligner's confidence, and whether gold has it. */
export interface ScoredLink {
  readonly confidence: number;
  readonly right: boolean;
}

/** Links of similar confidence: what was claimed, and what was true. */
export interface Bin {
  readonly links: number;
  readonly from: number;
  readonly to: number;
  /** The mean confidence of the links. */
  readonly claimed: number;
  /** The share of them that gold has. */
  readonly right: number;
}

export interface Reliability {
  readonly bins: readonly Bin[];
  /** Σ over bins of (links ÷ all links) · |claimed − right|. */
  readonly expectedCalibrationError: number;
}

/** Bins of equal count over the links, least sure first. Links of equal confidence stay together in the order given. */
export function reliability(links: readonly ScoredLink[], count = 10): Reliability {
  const sorted = [...links].sort((a, b) => a.confidence - b.confidence);
  const bins: Bin[] = [];
  for (let k = 0; k < count; k++) {
    const part = sorted.slice(Math.round((k * sorted.length) / count), Math.round(((k + 1) * sorted.length) / count));
    if (part.length > 0) bins.push(binOf(part));
  }
  const error = sumOf(bins, (bin) => bin.links * Math.abs(bin.claimed - bin.right));
  return { bins, expectedCalibrationError: links.length === 0 ? 0 : error / links.length };
}

function binOf(links: readonly ScoredLink[]): Bin {
  return {
    links: links.length,
    from: links[0]?.confidence ?? 0,
    to: links.at(-1)?.confidence ?? 0,
    claimed: sumOf(links, ({ confidence }) => confidence) / links.length,
    right: links.filter((link) => link.right).length / links.length,
  };
}
