import type { CompletionItem } from "./completion.ts";

/**
 * The control for leaks: a reader that strikes out every option it finds in its inputs and guesses among the rest. Its
 * chance of being right is the plain one exactly when nothing of the other bullets reaches the reader.
 */
export function strikeOut(
  { options, answer }: CompletionItem,
  inputs: readonly string[],
): { chance: number; struck: number } {
  const all = inputs.map(plain).join("\n");
  const left = options.map(({ text }) => !all.includes(plain(text)));
  const struck = left.filter((stays) => !stays).length;
  if (struck === options.length) return { chance: 1 / options.length, struck };
  return { chance: left[answer] ? 1 / (options.length - struck) : 0, struck };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
