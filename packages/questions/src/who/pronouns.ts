import words from "./data/words-of-sex.json" with { type: "json" };

export type Sex = "male" | "female";

/** He or she, by the first pronoun after a name in its sentence that may be said of it: no other name is between, nor is it an object. */
export function pronounAfter(text: string, end: number): Sex | undefined {
  const rest = /^[^.!?;:“”"\p{Lu}]*/u.exec(text.slice(end, end + 90))?.[0] ?? "";
  const [, found] =
    new RegExp(`\\b(he|his|himself|she|herself|her(?= (?!${notOwned})\\p{L}))\\b`, "u").exec(rest) ?? [];
  return found === undefined ? undefined : found === "she" || found.startsWith("her") ? "female" : "male";
}

/** After "her" as an object. */
const notOwned =
  "(?:to|that|and|or|but|in|on|at|as|for|with|if|how|what|who|when|up|out|off|down|away|back|from|into|by|an?|the|about|not|is|was|so|he|his)\\b";

/** The pronouns of a question: whom it may be about. */
export function pronounsOf(text: string): { readonly male: boolean; readonly female: boolean } {
  return {
    male: /\b(?:he|him|his|himself)\b/i.test(text),
    female: /\b(?:she|her|hers|herself)\b/i.test(text),
  };
}

const sexOfWord = new Map<string, Sex>([
  ...words.male.map((word) => [word, "male"] as const),
  ...words.female.map((word) => [word, "female"] as const),
]);

/** Every word of a text that says man or woman: pronouns, "widow", "his father". */
export function wordsOfSex(text: string): { readonly at: number; readonly sex: Sex }[] {
  return [...text.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index: at }) => {
    const sex = sexOfWord.get(word.toLowerCase());
    return sex === undefined ? [] : [{ at, sex }];
  });
}
