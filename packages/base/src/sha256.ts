import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base64Of } from "./base64.ts";

/**
 * SHA-256, computed synchronously and piece by piece: a page that is made in a tab needs it at once, and a tab loaded over
 * plain HTTP from another machine has no `crypto.subtle`.
 */
export class Sha256 {
  private readonly hash = sha256.create();

  update(bytes: Uint8Array): this {
    this.hash.update(bytes);
    return this;
  }

  /** Of everything so far; nothing can be added afterwards. */
  digest(form: "hex" | "base64"): string {
    const bytes = this.hash.digest();
    return form === "hex" ? bytesToHex(bytes) : base64Of(bytes);
  }
}

/** Of a text, in base64. */
export function sha256Base64(text: string): string {
  return new Sha256().update(new TextEncoder().encode(text)).digest("base64");
}
