import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "@plotline/base";
import { type BertShape, bert } from "./bert.ts";
import { wordPieceTokenizer } from "./word-piece.ts";

const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:!?'\"-()"];
export const pieces = [
  ...special,
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  "the",
  "and",
  "said",
  "captain",
];

export const tinyShape: BertShape = {
  vocabulary: pieces.length,
  hidden: 32,
  heads: 4,
  layers: 2,
  inner: 64,
  positions: 64,
};

/** Writes a folder with a random BERT, tiny by default, and its tokenizer; `spoil` changes its weights. */
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
  write("tokenizer.json", wordPieceTokenizer(pieces));
}
