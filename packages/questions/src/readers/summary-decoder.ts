import {
  add,
  type Build,
  concat,
  crossEntropyOfRows,
  divide,
  equal,
  gatherRows,
  type Inputs,
  linear,
  lstm,
  matmul,
  moveRows,
  multiply,
  type Parameters,
  readChapters,
  reshape,
  softmax,
  subtract,
  sum,
  type Tensor,
  zeroIds,
} from "@plotline/nn";
import { bulletInputs, nextInputs, stepInputs } from "./batches/completion-batch.ts";
import { documentInputs } from "./batches/documents.ts";
import { sampleInputs, vocabularyInputs } from "./batches/samples.ts";
import { documentTokens, embedding, groupPages, type Pages } from "./document-layers.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The summary decoder: an LSTM reads the bullet so far, q_t; the reader's attention with q_t reads c_t from the aligned
 * paragraphs; LSTM_g goes over both, and a*_t = W_f LSTM_g(q_t, c_t) predicts the next token. That the query comes from
 * an LSTM of its own, and not from LSTM_g, is our reading of q_{i,t−1}: every step's query is then known at once, so
 * that all steps attend in one product.
 */
export function summaryDecoder(settings: ModelSettings, vocabulary: number, samples: number): Build {
  return (p, batch) => {
    const document = documentInputs("copies").tensors(batch);
    const tokens = documentTokens(p, document, settings, vocabulary);
    const writing = outputs(p, writtenStates(p, batch, groupPages(document, tokens), settings, vocabulary), settings);
    const output = new Output(p, settings, vocabulary);
    const { next } = nextInputs.tensors(batch);
    const present = reshape(bulletInputs.tensors(batch).present, [-1]);
    const losses = multiply(crossEntropyOfRows(output.all(writing, batch), reshape(next, [-1])), present);
    const counted = samples === 0 ? losses : multiply(output.sampled(writing, next, batch, samples), present);
    return { loss: divide(sum(counted), add(sum(present), nothing)), losses: reshape(losses, next.shape) };
  };
}

/**
 * W_f: a vector and a bias for every token, one table of rows, so that training touches only the rows it needs.
 * Sampled (Jean et al. 2015): the partition function is the right word, plus the likeliest words and the batch's markers
 * each counted once, plus a few of the rest, each standing for many; `log` is the logarithm of what it stands for.
 */
class Output {
  constructor(
    private readonly p: Parameters,
    private readonly settings: ModelSettings,
    private readonly vocabulary: number,
  ) {}

  /** Scores of all tokens, [M, V]. */
  all(states: Tensor, batch: Inputs): Tensor {
    const { ids } = vocabularyInputs(this.vocabulary).tensors(batch);
    return add(matmul(states, this.vectors(ids), { second: true }), reshape(this.biases(ids), [1, this.vocabulary]));
  }

  /** −log p of the next token, [M], estimated. */
  sampled(states: Tensor, next: Tensor, batch: Inputs, count: number): Tensor {
    const { ids, log } = sampleInputs(count).tensors(batch);
    const offsets = reshape(log, [1, count]);
    const rows = states.shape[0] ?? 1;
    const right = reshape(this.vectors(next), [rows, Number(states.shape[1])]);
    const own = add(sum(multiply(states, right), [1], { keep: true }), reshape(this.biases(next), [rows, 1]));
    const others = add(matmul(states, this.vectors(ids), { second: true }), reshape(this.biases(ids), [1, count]));
    const same = equal(reshape(next, [rows, 1]), reshape(ids, [1, count]));
    const scores = concat([own, subtract(add(others, offsets), multiply(same, outOfSight))], 1);
    return crossEntropyOfRows(scores, zeroIds(rows));
  }

  private vectors(ids: Tensor): Tensor {
    const { tied = false, embedding: words, hidden } = this.settings;
    return this.p.rows(tied ? "words" : "next", [this.vocabulary, tied ? words : hidden], ids);
  }

  private biases(ids: Tensor): Tensor {
    return this.p.rows("next.bias", [this.vocabulary, 1], ids, { value: 0 });
  }
}

/** What is compared with the table's vectors, [M, width]. */
function outputs(p: Parameters, states: Tensor, { tied = false, embedding: words, hidden }: ModelSettings): Tensor {
  const flat = reshape(states, [-1, hidden]);
  return tied ? linear(p, "towards", flat, words) : flat;
}

const outOfSight = 1e9;

/** The first half of the decoder alone: what a stretch of story says, once for all steps that read it. */
export function storyEncoder(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const tokens = documentTokens(p, documentInputs("copies").tensors(batch), settings, vocabulary);
    return { loss: sum(tokens), tokens };
  };
}

/** The second half: how likely every token is after each bullet's last one, from a story that is encoded already. */
export function nextToken(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const tokens = batch.floats("document.tokens", ["document.R*document.T", 2 * settings.hidden]);
    const pages = groupPages(documentInputs("copies").tensors(batch), tokens);
    const states = outputs(p, writtenStates(p, batch, pages, settings, vocabulary), settings);
    const last = gatherRows(states, bulletInputs.tensors(batch).last);
    const likely = softmax(new Output(p, settings, vocabulary).all(last, batch));
    return { loss: sum(likely), likely };
  };
}

/** LSTM_g(q_t, c_t) at every step, [T, R, hidden]. */
function writtenStates(
  p: Parameters,
  batch: Inputs,
  pages: Pages,
  settings: ModelSettings,
  vocabulary: number,
): Tensor {
  const { hidden } = settings;
  const { ids, present, place } = bulletInputs.tensors(batch);
  const { step, bullet, seen } = stepInputs.tensors(batch);
  const states = lstm(p, "bullet", embedding(p, settings, vocabulary)(ids), { present }, hidden);
  const queries = moveRows(reshape(states, [-1, hidden]), step, place);
  const found = readChapters(p, "read", queries, { ...pages, seen: gatherRows(seen, bullet) });
  const read = moveRows(reshape(found, [-1, 2 * hidden]), place, step);
  const both = concat([states, read], 2);
  return lstm(p, "writer", both, { present }, hidden);
}

/** A batch without a token has no loss. */
const nothing = 1e-12;
