import {
  add,
  type Build,
  bilstm,
  concat,
  crossEntropyOfRows,
  divide,
  gatherRows,
  linear,
  lstm,
  multiply,
  readShared,
  reshape,
  segments,
  sum,
} from "../nn/index.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The summary decoder: an LSTM reads the bullet so far, q_t; the reader's attention with q_t reads c_t from the aligned
 * paragraphs; LSTM_g goes over both, and a*_t = W_f LSTM_g(q_t, c_t) tells the next token. That the query comes from an
 * LSTM of its own, and not from LSTM_g, is our reading of q_{i,t−1}: every step's query is then known at once, so that
 * all steps attend in one product.
 */
export function summaryDecoder({ embedding, hidden }: ModelSettings, vocabulary: number): Build {
  const width = 2 * hidden;
  return (p, batch) => {
    const [steps, rows, bulletSteps, bulletRows] = ["document.T", "document.R", "bullet.T", "bullet.R"];
    const ids = batch.integers("document.ids", [steps, rows]);
    const present = batch.floats("document.present", [steps, rows, 1]);
    const of = reshape(batch.integers("document.of", [steps, rows]), [-1]);
    const numbers = batch.integers("document.numbers", ["segments"]);
    const seen = batch.floats("seen", ["bullets", "segments"]);
    const embed = (which: typeof ids) => p.rows("words", [vocabulary, embedding], which);

    const grid = [bulletSteps, bulletRows];
    const written = batch.integers("bullet.ids", grid);
    const there = batch.floats("bullet.present", [...grid, 1]);
    const owner = reshape(batch.integers("bullet.owner", grid), [-1]);
    const next = reshape(batch.integers("bullet.next", grid), [-1]);

    const tokens = reshape(bilstm(p, "document", embed(ids), { present }, hidden), [-1, width]);
    const states = lstm(p, "bullet", embed(written), { present: there }, hidden);
    const queries = reshape(states, [-1, hidden]);
    const paragraphs = segments(of, numbers);
    const read = readShared(p, "read", queries, tokens, { paragraphs, seen: gatherRows(seen, owner) });
    const both = concat([states, reshape(read, [...grid, width])], 2);
    const writing = lstm(p, "writer", both, { present: there }, hidden);
    const scores = linear(p, "next", reshape(writing, [-1, hidden]), vocabulary);
    const losses = multiply(crossEntropyOfRows(scores, next), reshape(there, [-1]));
    return { loss: divide(sum(losses), add(sum(there), nothing)), losses: reshape(losses, grid) };
  };
}

/** A batch without a token has no loss. */
const nothing = 1e-12;
