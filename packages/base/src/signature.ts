/** The package's version; part of every signature. */
export const version = "0.1.0";

/**
 * One line that says how a result was made; two numbers may be compared when theirs are the same. It names whatever it
 * is given, so settings are passed whole; what is undefined is left out.
 */
export function signatureOf(made: object): string {
  const parts = Object.entries({ ...made, version }).filter(([, value]) => value !== undefined);
  return parts.map(([name, value]) => `${name}:${wordsOf(value)}`).join("|");
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.join("+");
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return fields.map(([name, inner]) => `${name} ${inner}`).join(", ");
}
