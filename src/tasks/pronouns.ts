/** He or she, by the first pronoun after a name in its sentence. */
export function pronounAfter(text: string, end: number): "male" | "female" | undefined {
  const rest = /^[^.!?;:“”"]*/.exec(text.slice(end, end + 90))?.[0] ?? "";
  const [, found] = /\b(he|him|his|himself|she|her|hers|herself)\b/.exec(rest) ?? [];
  return found === undefined ? undefined : found.startsWith("h") && !found.startsWith("her") ? "male" : "female";
}

/** The pronouns of a question: whom it may be about. */
export function pronounsOf(text: string): { readonly male: boolean; readonly female: boolean } {
  return {
    male: /\b(?:he|him|his|himself)\b/i.test(text),
    female: /\b(?:she|her|hers|herself)\b/i.test(text),
  };
}
