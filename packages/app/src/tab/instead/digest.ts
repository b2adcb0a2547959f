import { Sha256 } from "@plotline/base/sha256";

/** As in Node, where it is faster. */
export function digest(text: string, digits = 64): string {
  return new Sha256().update(new TextEncoder().encode(text)).digest("hex").slice(0, digits);
}

export function digestOf(value: unknown, digits = 64): string {
  return digest(JSON.stringify(value), digits);
}
