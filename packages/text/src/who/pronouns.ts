/** As pronouns tell it. */
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
