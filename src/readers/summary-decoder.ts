import {
  add,
  type Build,
  concat,
  crossEntropyOfRows,
  divide,
  gatherRows,
  type Inputs,
  linear,
  lstm,
  moveRows,
  multiply,
  type Parameters,
  readChapters,
  reshape,
  softmax,
  sum,
  type Tensor,
} from "../nn/index.ts";
import { chapterPages, documentTokens, embedding } from "./document.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The summary decoder: an LSTM reads the bullet so far, q_t; the reader's attention with q_t reads c_t from the aligned
 * paragraphs; LSTM_g goes over both, and a*_t = W_f LSTM_g(q_t, c_t) tells the next token. That the query comes from an
 * LSTM of its own, and not from LSTM_g, is our reading of q_{i,t−1}: every step's query is then known at once, so that
 * all steps attend in one product.
 */
export function summaryDecoder(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const tokens = documentTokens(p, batch, settings, vocabulary);
    const writing = writtenStates(p, batch, tokens, settings, vocabulary);
    const scores = linear(p, "next", reshape(writing, [-1, settings.hidden]), vocabulary);
    const next = reshape(batch.integers("bullet.next", grid), [-1]);
    const present = batch.floats("bullet.present", [...grid, 1]);
    const losses = multiply(crossEntropyOfRows(scores, next), reshape(present, [-1]));
    return { loss: divide(sum(losses), add(sum(present), nothing)), losses: reshape(losses, grid) };
  };
}

/** The first half of the decoder alone: what a stretch of story says, once for all steps that read it. */
export function storyEncoder(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const tokens = documentTokens(p, batch, settings, vocabulary);
    return { loss: sum(tokens), tokens };
  };
}

/** The second half: how likely every token is after each bullet's last one, from a story that is encoded already. */
export function nextToken(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const tokens = batch.floats("document.tokens", ["document.R*document.T", 2 * settings.hidden]);
    const states = reshape(writtenStates(p, batch, tokens, settings, vocabulary), [-1, settings.hidden]);
    const last = gatherRows(states, batch.integers("bullet.last", ["bullets"]));
    const likely = softmax(linear(p, "next", last, vocabulary));
    return { loss: sum(likely), likely };
  };
}

/** LSTM_g(q_t, c_t) at every step, [T, R, hidden]. */
function writtenStates(
  p: Parameters,
  batch: Inputs,
  tokens: Tensor,
  settings: ModelSettings,
  vocabulary: number,
): Tensor {
  const { hidden } = settings;
  const written = batch.integers("bullet.ids", grid);
  const present = batch.floats("bullet.present", [...grid, 1]);
  const states = lstm(p, "bullet", embedding(p, settings, vocabulary)(written), { present }, hidden);
  const asked = ["chapters", "asked"];
  const [step, place] = [batch.integers("asked.step", asked), batch.integers("bullet.place", grid)];
  const queries = moveRows(reshape(states, [-1, hidden]), step, place);
  const seen = gatherRows(batch.floats("seen", ["bullets", "segments"]), batch.integers("asked.bullet", asked));
  const found = readChapters(p, "read", queries, { ...chapterPages(batch, tokens), seen });
  const read = moveRows(reshape(found, [-1, 2 * hidden]), place, step);
  const both = concat([states, read], 2);
  return lstm(p, "writer", both, { present }, hidden);
}

const grid = ["bullet.T", "bullet.R"];

/** A batch without a token has no loss. */
const nothing = 1e-12;
