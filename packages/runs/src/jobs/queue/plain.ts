/** Text that anybody may have put into Redis, as it may be printed: one line of at most 500 characters. */
export function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)} …` : line;
}

const longest = 500;

/** Prints each sentence once, and only a limited number of different ones. */
export function once(say: (sentence: string) => void): (sentence: string) => void {
  const said = new Set<string>();
  return (sentence) => {
    if (said.has(sentence) || said.size >= mostSentences) return;
    said.add(sentence);
    say(sentence);
  };
}

const mostSentences = 1_000;
