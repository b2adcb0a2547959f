import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { Problem } from "@plotline/base";
import type { TokenCounter } from "./cost.ts";

/** Counts with the model's own tokenizer: a tokenizer.json as Hugging Face has it, or the folder that holds it. */
export function tokenizerCounter(path: string): TokenCounter {
  const isFolder = statSync(path).isDirectory();
  const file = isFolder ? join(path, "tokenizer.json") : path;
  try {
    const tokenizer = new Tokenizer(JSON.parse(readFileSync(file, "utf8")), {});
    return { exact: true, count: (text) => tokenizer.encode(text).ids.length };
  } catch {
    throw new Problem(`${file} is not a tokenizer that can be read: the model's tokenizer.json is needed.`);
  }
}
