/**
 * SHA-256 (FIPS 180-4), computed synchronously and piece by piece: a page that is made in a tab needs it at once, and a
 * tab loaded over plain HTTP from another machine has no `crypto.subtle`.
 */
export class Sha256 {
  private readonly hash = new Uint32Array(initial);
  private readonly words = new Uint32Array(64);
  /** What does not fill a block yet. */
  private readonly rest = new Uint8Array(64);
  private length = 0;

  update(bytes: Uint8Array): this {
    let at = 0;
    while (at < bytes.length) {
      const filled = this.length % 64;
      const part = bytes.subarray(at, at + 64 - filled);
      this.rest.set(part, filled);
      this.length += part.length;
      at += part.length;
      if (this.length % 64 === 0) this.compressBlock();
    }
    return this;
  }

  /** Of everything so far; nothing can be added afterwards. */
  digest(form: "hex" | "base64"): string {
    const bits = BigInt(8 * this.length);
    const zeros = (119 - (this.length % 64)) % 64;
    // A one bit, zeros, and the length in bits at the end of the last 64 bytes.
    const end = new DataView(new ArrayBuffer(1 + zeros + 8));
    end.setUint8(0, 0x80);
    end.setBigUint64(1 + zeros, bits);
    this.update(new Uint8Array(end.buffer));
    const made = new DataView(new ArrayBuffer(32));
    for (const [k, word] of this.hash.entries()) made.setUint32(4 * k, word);
    const bytes = new Uint8Array(made.buffer);
    if (form === "base64") return btoa(String.fromCharCode(...bytes));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  private compressBlock(): void {
    const { words } = this;
    const block = new DataView(this.rest.buffer);
    for (let k = 0; k < 16; k++) words[k] = block.getUint32(4 * k);
    for (let k = 16; k < 64; k++)
      words[k] = smallSigma1(words[k - 2]!) + words[k - 7]! + smallSigma0(words[k - 15]!) + words[k - 16]!;
    compress(this.hash, words);
  }
}

/** Of a text, in base64. */
export function sha256Base64(text: string): string {
  return new Sha256().update(new TextEncoder().encode(text)).digest("base64");
}

const primes = firstPrimes(64);
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + constants[k]! + words[k]!) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [k, word] of [a, b, c, d, e, f, g, h].entries()) hash[k] = hash[k]! + word;
}

function smallSigma0(x: number): number {
  return rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
}

function smallSigma1(x: number): number {
  return rotated(x, 17) ^ rotated(x, 19) ^ (x >>> 10);
}

function rotated(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

/** The first 32 bits after the point. */
function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
