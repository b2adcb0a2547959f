import { createHash } from "node:crypto";

/** The first digits of a text's SHA-256, in hexadecimal; all 64 unless fewer are wanted. */
export function digest(text: string, digits = 64): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

/** The same of a plain value. */
export function digestOf(value: unknown, digits = 64): string {
  return digest(JSON.stringify(value), digits);
}
