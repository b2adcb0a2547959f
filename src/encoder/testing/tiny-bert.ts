import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../random.ts";
import { type BertShape, bert } from "./bert.ts";

const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?'\"-()"];
const pieces = [...special, ...letters, ...letters.map((letter) => `##${letter}`), "the", "and", "said", "captain"];

export const tinyShape: BertShape = {
  vocabulary: pieces.length,
  hidden: 32,
  heads: 4,
  layers: 2,
  inner: 64,
  positions: 64,
};

/** Writes a folder with a random BERT, tiny unless told otherwise, and its tokenizer; `spoil` changes its weights. */
export function writeTinyBert(
  folder: string,
  { seed = 1, spoil = (value: number) => value, shape: own = {} as Partial<BertShape> } = {},
): void {
  const shape = { ...tinyShape, ...own };
  mkdirSync(folder, { recursive: true });
  const next = random(seed);
  const weights = (name: string, size: readonly number[]) => {
    const values = new Float64Array(size.reduce((product, each) => product * each, 1));
    if (name.endsWith("LayerNorm.weight")) return values.fill(1);
    return values.map(() => spoil((next() + next() + next() - 1.5) * 0.4));
  };
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  writeFileSync(join(folder, "model.onnx"), bert(shape, weights));
  write("config.json", {
    model_type: "bert",
    vocab_size: shape.vocabulary,
    max_position_embeddings: shape.positions,
  });
  write("tokenizer_config.json", { tokenizer_class: "BertTokenizer", do_lower_case: true, model_max_length: 512 });
  write("tokenizer.json", tokenizerOf(pieces));
}

/** A WordPiece tokenizer over these pieces. */
export function tokenizerOf(vocabulary: readonly string[]): object {
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const mark = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const own = (id: string) => ({ id, ids: [vocabulary.indexOf(id)], tokens: [id] });
  return {
    version: "1.0",
    added_tokens: special.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [mark("[CLS]", 0), sequence("A", 0), mark("[SEP]", 0)],
      pair: [mark("[CLS]", 0), sequence("A", 0), mark("[SEP]", 0), sequence("B", 1), mark("[SEP]", 1)],
      special_tokens: { "[CLS]": own("[CLS]"), "[SEP]": own("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
    },
  };
}
