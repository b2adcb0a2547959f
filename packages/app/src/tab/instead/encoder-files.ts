/** The files of an encoder's folder, fetched; what is computed stays in memory. */
import { Problem } from "@plotline/base";

let weights: object | undefined;

export async function readModelFolder(folder: string) {
  const fetched = async (name: string) => {
    const response = await fetch(`${folder}/${name}`).catch(() => undefined);
    if (response?.ok !== true) throw new Problem("The encoder could not be fetched; is there a network?");
    return response.json();
  };
  const names = ["config.json", "tokenizer.json", "aligner.json"];
  const [config, tokenizer, aligner] = await Promise.all(names.map(fetched));
  weights = aligner;
  return {
    folder,
    modelFile: `${folder}/model.onnx`,
    tokenizer,
    tokenizerConfig: {},
    vocabularySize: config.vocab_size,
    maxTokens: config.max_position_embeddings,
    pooling: "mean",
    hash: "site",
  };
}

/** Of the folder that was read last: a site has one. */
export const ownWeights = () => weights;

export function openVectorCache() {
  const known = new Map<string, Float32Array>();
  return {
    get: (text: string) => known.get(text),
    add: (texts: readonly string[], vectors: readonly Float32Array[]) => {
      for (const [k, text] of texts.entries()) known.set(text, vectors[k]!);
    },
  };
}

export const unlessReadOnly = (write: () => void) => write();
