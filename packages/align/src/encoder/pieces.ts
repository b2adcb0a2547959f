import { Tokenizer } from "@huggingface/tokenizers";
import { once, Problem, reasonOf, withStop } from "@plotline/base";
import type { ModelFolder } from "./model-folder.ts";

/** Texts as numbers of word pieces without special ones, the special ones around them, and the spelling of each piece. */
export interface PlainPieces {
  ids(text: string): readonly number[];
  spelled(id: number): string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function plainPieces(model: ModelFolder): PlainPieces {
  const tokenizer = openTokenizer(model);
  const spellings = once(() => new Map([...tokenizer.get_vocab()].map(([piece, id]) => [id, piece])));
  return {
    ...specialPieces(tokenizer),
    ids: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    spelled: (id) => spellings().get(id) ?? "",
  };
}

/** Reads a text as the numbers of its word pieces, special ones included, at most `maxTokens` of them. */
export function pieceReader({ ids, before, after }: PlainPieces, maxTokens: number, folder: string) {
  const room = maxTokens - before.length - after.length;
  if (room < 1) throw new Problem(`${folder}: an encoder needs at least ${maxTokens - room + 1} tokens per text.`);
  return (text: string) => Int32Array.from([...before, ...ids(text).slice(0, room), ...after]);
}

function openTokenizer({ folder, tokenizer, tokenizerConfig, vocabularySize }: ModelFolder): Tokenizer {
  const opened = attempt(folder, () => new Tokenizer(tokenizer, tokenizerConfig));
  let pieces = 0;
  for (const id of opened.get_vocab().values()) pieces = Math.max(pieces, id + 1);
  if (vocabularySize !== undefined && pieces > vocabularySize)
    throw new Problem(
      `${folder}: the tokenizer does not fit the model: it has ${pieces} word pieces, the model ${vocabularySize}; take both from one place.`,
    );
  return opened;
}

/** The special tokens around every text: `[CLS]` and `[SEP]`, or `<s>` and `</s>`. */
function specialPieces(tokenizer: Tokenizer): { before: readonly number[]; after: readonly number[] } {
  const bare: readonly number[] = tokenizer.encode("a", { add_special_tokens: false }).ids;
  const whole: readonly number[] = tokenizer.encode("a").ids;
  const start = whole.findIndex((_, k) => bare.every((id, offset) => whole[k + offset] === id));
  return { before: whole.slice(0, start), after: whole.slice(start + bare.length) };
}

function attempt<Result>(folder: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw new Problem(`${folder}: tokenizer.json cannot be used: ${withStop(reasonOf(error))}`);
  }
}
