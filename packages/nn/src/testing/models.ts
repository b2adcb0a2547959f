import type { Tensor } from "../graph.ts";
import type { Inputs } from "../inputs.ts";
import { membersOf, readPages } from "../layers/attention.ts";
import { linear } from "../layers/linear.ts";
import { cosine, crossEntropy, maxMargin } from "../layers/losses.ts";
import { bilstm, lstm } from "../layers/lstm.ts";
import { packed } from "../layers/sequences.ts";
import { concat, reshape, split } from "../ops/layout.ts";
import { mean } from "../ops/reduce.ts";
import { gatherRows } from "../ops/rows.ts";
import type { Parameters } from "../parameters.ts";
import { product, type Values } from "../shape.ts";

export interface ReaderSizes {
  readonly words: number;
  readonly width: number;
  readonly hidden: number;
  readonly candidates: number;
  /** Words in the name of a candidate. */
  readonly names: number;
  readonly margin: number;
}

/** The hierarchical attentive reader, as `bench/peers/nn_torch.py` and `fixtures/make.py` have it in PyTorch. */
export function reader({ words, width, hidden, candidates, names, margin }: ReaderSizes) {
  return (p: Parameters, batch: Inputs): Tensor => {
    const questions = batch.sequences("questions");
    const paragraphs = batch.sequences("paragraphs");
    const embed = (ids: Tensor) => p.rows("words", [words, width], ids);
    const states = bilstm(p, "question", embed(questions.ids), questions, hidden);
    const flat = reshape(states, [product(questions.ids.shape), 2 * hidden]);
    const [forwards] = split(gatherRows(flat, questions.last), [hidden, hidden], 1);
    const [, backwards] = split(gatherRows(flat, questions.first), [hidden, hidden], 1);
    const question = concat([forwards as Tensor, backwards as Tensor], 1);
    const tokens = bilstm(p, "document", embed(paragraphs.ids), paragraphs, hidden);
    const of = reshape(batch.integers("of", paragraphs.ids.shape), [1, -1]);
    const pages = {
      tokens: reshape(tokens, [1, -1, 2 * hidden]),
      members: membersOf(of, batch.integers("numbers", ["segments"])),
    };
    const seen = batch.floats("seen", [1, questions.sizes.count, "segments"]);
    const read = readPages(p, "read", reshape(question, [1, questions.sizes.count, 2 * hidden]), pages, seen);
    const answer = linear(p, "answer", concat([reshape(read, question.shape), question], 1), width);
    const offered = mean(embed(batch.integers("candidates", [questions.sizes.count, candidates, names])), [2]);
    return maxMargin(cosine(reshape(answer, [questions.sizes.count, 1, width]), offered), margin);
  };
}

export interface ReaderBatch {
  readonly questions: readonly ArrayLike<number>[];
  readonly paragraphs: readonly ArrayLike<number>[];
  /** The question of each paragraph. */
  readonly of: readonly number[];
  readonly candidates: readonly (readonly (readonly number[])[])[];
}

export function readerValues({ questions, paragraphs, of, candidates }: ReaderBatch): Values {
  const [first = [[]]] = candidates;
  return {
    ...packed("questions", questions),
    ...oneChapter(packed("paragraphs", paragraphs), of, questions.length),
    candidates: {
      shape: [candidates.length, first.length, first[0]?.length ?? 0],
      data: Int32Array.from(candidates.flat(2)),
    },
  };
}

/** All paragraphs as one chapter, of which each question sees its own. */
function oneChapter(laid: Values, of: readonly number[], questions: number): Values {
  const [owner, present] = [laid["paragraphs.owner"]!, laid["paragraphs.present"]!];
  const segments = [-1, ...of];
  const seen = Array.from({ length: questions }, (_, question) => segments.map((each) => Number(each === question)));
  return {
    ...laid,
    of: { ...owner, data: Int32Array.from(owner.data, (paragraph, at) => (paragraph + 1) * present.data[at]!) },
    numbers: { shape: [segments.length], data: Int32Array.from(segments.keys()) },
    seen: { shape: [1, questions, segments.length], data: Float32Array.from(seen.flat()) },
  };
}

/** An LSTM language model with cross-entropy over the whole vocabulary. */
export function decoder({ words, width, hidden }: Pick<ReaderSizes, "words" | "width" | "hidden">) {
  return (p: Parameters, batch: Inputs): Tensor => {
    const text = batch.sequences("text");
    const next = batch.sequences("next", { like: text });
    const states = lstm(p, "decoder", p.rows("words", [words, width], text.ids), text, hidden);
    return crossEntropy(linear(p, "guess", states, words), next.ids, next.present);
  };
}

export function decoderValues(texts: readonly (readonly number[])[]): Values {
  return {
    ...packed(
      "text",
      texts.map((text) => text.slice(0, -1)),
    ),
    ...packed(
      "next",
      texts.map((text) => text.slice(1)),
    ),
  };
}
