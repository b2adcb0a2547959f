/** THE SEA'S TITHE → The Sea's Tithe; what has small letters stays as it is. */
export function titleCase(text: string): string {
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return text;
  return text
    .toLowerCase()
    .replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) => (at > 0 && small.has(word) ? word : capitalised(word)));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const small = new Set(["a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to"]);
