import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** A random secret: `id` finds its entry, `text` (`id.key`) is handed out once, `hash` is what is stored. */
export interface Secret {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/**
 * The cost of scrypt. A key has 192 random bits, so it is not the cost that protects it: an invitation is checked once,
 * a session again by every server that starts.
 */
export const cost = { invitation: 2 ** 14, session: 2 ** 10 } as const;

export async function newSecret(n: number): Promise<Secret> {
  const [id, key, salt] = [
    randomBytes(9).toString("base64url"),
    randomBytes(24).toString("base64url"),
    randomBytes(12),
  ];
  const hash = ["scrypt", n, salt.toString("base64url"), (await hashed(key, salt, n)).toString("base64url")].join(":");
  return { id, text: `${id}.${key}`, hash };
}

/** The two halves of a secret as it was handed out; undefined where the text cannot be one. */
export function partsOf(text: string): { readonly id: string; readonly key: string } | undefined {
  const [, id, key] = /^([\w-]{12})\.([\w-]{32})$/.exec(text) ?? [];
  return id === undefined || key === undefined ? undefined : { id, key };
}

export async function isKeyOf(key: string, hash: string): Promise<boolean> {
  const [kind, n, salt = "", derived = ""] = hash.split(":");
  if (kind !== "scrypt") return false;
  const [given, stored] = [
    await hashed(key, Buffer.from(salt, "base64url"), Number(n)),
    Buffer.from(derived, "base64url"),
  ];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** For a comparison in memory with a key that has been checked before. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function hashed(key: string, salt: Buffer, n: number): Promise<Buffer> {
  return derive(key, salt, 32, { N: n, r: 8, p: 1 });
}
