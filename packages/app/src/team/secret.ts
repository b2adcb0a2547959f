import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random secret: `id` finds its entry, `text` (`id.key`) is handed out once, `hash` is what is stored. */
export interface Secret {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

export function newSecret(): Secret {
  const [id, key] = [randomBytes(9).toString("base64url"), randomBytes(24).toString("base64url")];
  return { id, text: `${id}.${key}`, hash: hashOf(key) };
}

/** The two halves of a secret as it was handed out; undefined where the text cannot be one. */
export function partsOf(text: string): { readonly id: string; readonly key: string } | undefined {
  const [, id, key] = /^([\w-]{12})\.([\w-]{32})$/.exec(text) ?? [];
  return id === undefined || key === undefined ? undefined : { id, key };
}

export function isKeyOf(key: string, hash: string): boolean {
  const [given, stored] = [Buffer.from(hashOf(key)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Nobody can try out keys of 192 random bits, so salt and cost would protect nothing. */
function hashOf(key: string): string {
  return `sha256:${createHash("sha256").update(key).digest("base64url")}`;
}
