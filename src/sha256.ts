/**
 * SHA-256 (FIPS 180-4) in base64, computed synchronously: a page that is made in a tab needs it at once, and a tab
 * loaded over plain HTTP from another machine has no `crypto.subtle`.
 */
export function sha256Base64(text: string): string {
  const hash = new Uint32Array(initial);
  const message = padded(new TextEncoder().encode(text));
  const words = new Uint32Array(64);
  for (let at = 0; at < message.byteLength; at += 64) {
    for (let k = 0; k < 16; k++) words[k] = message.getUint32(at + 4 * k);
    for (let k = 16; k < 64; k++)
      words[k] = smallSigma1(words[k - 2]!) + words[k - 7]! + smallSigma0(words[k - 15]!) + words[k - 16]!;
    compress(hash, words);
  }
  const bytes = new DataView(new ArrayBuffer(32));
  hash.forEach((word, k) => {
    bytes.setUint32(4 * k, word);
  });
  return btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));
}

const primes = firstPrimes(64);
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

/** A one bit, zeros, and the length in bits at the end of the last 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(view.byteLength - 8, BigInt(8 * bytes.length));
  return view;
}

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
