import {
  add,
  areBytesBelow,
  assemble,
  block,
  bothBits,
  type Code,
  constant,
  differing,
  either,
  eitherBits,
  get,
  highestBits,
  isAtLeast,
  isBelow,
  isEqual,
  jump,
  jumpIf,
  type KernelCode,
  loadByte,
  loadVector,
  loop,
  multiply,
  set,
  shiftedRight,
  spreadByte,
  step,
  store,
  subtract,
  subtractBytes,
  trailingZeros,
  when,
  wholeLane,
} from "../assembler.ts";

/**
 * Finds the words of texts, sixteen letters at a time. Words of up to fifteen letters of plain English come with two
 * hashes; everything else (apostrophes, accents, longer words) comes as a stretch of text for its reader to look into.
 */
export interface WordScanner {
  /** Puts texts into memory until it is well filled, from text `from` on; gives the first text that waits. */
  load(texts: readonly string[], from: number): number;
  /** Scans what was loaded. */
  scan(): Found;
  /** The same with each text as one stretch to look into. */
  whole(): Found;
}

export interface Found {
  /** The texts as UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each loaded text ends in `bytes`. */
  readonly ends: readonly number[];
  /** Four numbers each: two hashes, start and end; a stretch to look into has a negative end and no hashes. */
  readonly records: Int32Array;
}

/** One for all: nothing stays in it from one call to the next. */
export function wordScanner(): WordScanner {
  shared ??= new Scanner();
  return shared;
}

let shared: Scanner | undefined;

/** The hashes of a word of up to fifteen letters: of its bytes as four numbers, the lowest first, with zeros behind. */
export function hashes(w0: number, w1: number, w2: number, w3: number): readonly [number, number] {
  return [chained(firstFactors, w0, w1, w2, w3), chained(secondFactors, w3, w2, w1, w0)];
}

const firstFactors = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;
const secondFactors = [0x165667b1, 0x2545f491, 0x5bd1e995, 0x01000193] as const;

function chained(factors: readonly number[], ...words: readonly number[]): number {
  let hash = 0;
  for (let k = 0; k < 4; k++) {
    hash = Math.imul(hash ^ words[k]!, factors[k]!);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Texts are loaded up to about this many letters: what is scanned stays in the cache. */
const filled = 1 << 14;
/** Where what is kept begins: the classes of bytes, masks by length, where the records end; then the texts. */
const [classesAt, masksAt, endAt, textAt] = [0, 256, 256 + 17 * 16, 1024] as const;
const separator = 0x20;

class Scanner implements WordScanner {
  private readonly memory = new WebAssembly.Memory({ initial: 8 });
  private readonly run = compiled(this.memory);
  private readonly encoder = new TextEncoder();
  private bytes = new Uint8Array(this.memory.buffer);
  private numbers = new Int32Array(this.memory.buffer);
  private ends: number[] = [];
  private end: number = textAt;

  constructor() {
    for (let byte = 0; byte < 256; byte++)
      this.bytes[classesAt + byte] = byte >= 0x80 || /[a-z0-9]/i.test(String.fromCharCode(byte)) ? 1 : 0;
    for (let length = 0; length <= 16; length++)
      this.bytes.fill(0xff, masksAt + length * 16, masksAt + length * 16 + length);
  }

  load(texts: readonly string[], from: number): number {
    this.ends = [];
    this.end = textAt;
    let [next, letters] = [from, 0];
    do {
      const text = texts[next]!;
      this.reserve(this.end + text.length * 3 + 32);
      this.end += this.encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
      this.ends.push(this.end);
      this.bytes[this.end++] = separator;
      letters += text.length;
    } while (++next < texts.length && letters < filled);
    return next;
  }

  scan(): Found {
    const records = (this.end + 63) & ~31;
    this.reserve(records + (this.end - textAt) * 8 + 64);
    this.bytes.fill(0, this.end, records);
    this.run(textAt, this.end, records);
    const { bytes, ends, numbers } = this;
    const count = (numbers[endAt / 4]! - records) / 16;
    return { bytes, ends, records: numbers.subarray(records / 4, records / 4 + count * 4) };
  }

  whole(): Found {
    const { bytes, ends } = this;
    const records = ends.flatMap((end, k) => [0, 0, k === 0 ? textAt : ends[k - 1]! + 1, -end]);
    return { bytes, ends, records: Int32Array.from(records) };
  }

  private reserve(bytes: number): void {
    if (bytes <= this.memory.buffer.byteLength) return;
    this.memory.grow(Math.ceil((bytes - this.memory.buffer.byteLength) / 65536) + 8);
    this.bytes = new Uint8Array(this.memory.buffer);
    this.numbers = new Int32Array(this.memory.buffer);
  }
}

function compiled(memory: WebAssembly.Memory): (from: number, to: number, out: number) => void {
  const module = new WebAssembly.Module(assemble([scanCode()]));
  const { exports } = new WebAssembly.Instance(module, { plotline: { memory } });
  return (exports as { scan: (from: number, to: number, out: number) => void }).scan;
}

function scanCode(): KernelCode {
  const [at, end, out] = [0, 1, 2] as const;
  const [length, byte, stop, hash, other] = [3, 4, 5, 6, 7] as const;
  const [raw, low] = [8, 9] as const;
  const plus = (a: Code, b: Code): Code => [...a, ...b, ...add];
  const isWord = (address: Code): Code => [...address, ...loadByte(0), ...loadByte(classesAt)];
  const skip = loop([
    ...jumpIf([...get(at), ...get(end), ...isAtLeast], 2),
    ...when([...isWord(get(at)), ...constant(0), ...isEqual], [...step(at, 1), ...jump(1)]),
  ]);
  const inRange = (vector: number, first: number, count: number): Code => [
    ...get(vector),
    ...spreadByte(first),
    ...subtractBytes,
    ...spreadByte(count),
    ...areBytesBelow,
  ];
  const measure = [
    ...get(at),
    ...loadVector(0),
    ...set(raw),
    ...get(raw),
    ...spreadByte(0x20),
    ...eitherBits,
    ...set(low),
    ...inRange(low, 0x61, 26),
    ...inRange(raw, 0x30, 10),
    ...eitherBits,
    ...highestBits,
    ...constant(0xffff),
    ...differing,
    ...constant(0x10000),
    ...either,
    ...trailingZeros,
    ...set(length),
    ...plus(get(at), get(length)),
    ...loadByte(0),
    ...set(byte),
  ];
  const write = (first: Code, second: Code, third: Code, fourth: Code): Code => [
    ...[first, second, third, fourth].flatMap((value, k) => [...get(out), ...value, ...store(4 * k)]),
    ...step(out, 16),
  ];
  const isApostrophe = (address: Code): Code => [...address, ...loadByte(0), ...constant(0x27), ...isEqual];
  const isSpecial = [
    // none or sixteen letters (14 < length − 1 without a sign), an apostrophe behind them, or part of a longer letter
    ...[...constant(14), ...get(length), ...constant(-1), ...add, ...isBelow],
    ...[...get(byte), ...constant(0x27), ...isEqual, ...either],
    ...[...get(byte), ...constant(0x80), ...isAtLeast, ...either],
  ];
  const special = [
    ...get(at),
    ...set(stop),
    ...loop([...step(stop, 1), ...jumpIf([...isWord(get(stop)), ...isApostrophe(get(stop)), ...either], 0)]),
    ...write(constant(0), constant(0), get(at), [...constant(0), ...get(stop), ...subtract]),
    ...get(stop),
    ...set(at),
    ...jump(1),
  ];
  const hashed = (target: number, factors: readonly number[], lanes: readonly number[]): Code => [
    ...constant(0),
    ...set(target),
    ...lanes.flatMap((lane, k) => [
      ...[...get(target), ...get(low), ...wholeLane(lane), ...differing],
      ...constant(factors[k]! | 0),
      ...multiply,
      ...set(target),
      ...[...get(target), ...get(target), ...shiftedRight(15), ...differing, ...set(target)],
    ]),
  ];
  const masked = [
    ...get(low),
    ...[...get(length), ...constant(16), ...multiply],
    ...loadVector(masksAt),
    ...bothBits,
    ...set(low),
  ];
  const plain = [
    ...masked,
    ...hashed(hash, firstFactors, [0, 1, 2, 3]),
    ...hashed(other, secondFactors, [3, 2, 1, 0]),
    ...write(get(hash), get(other), get(at), plus(get(at), get(length))),
    ...plus(get(at), plus(get(length), constant(1))),
    ...set(at),
    ...jump(0),
  ];
  const body = [
    ...block(loop([...skip, ...measure, ...when(isSpecial, special), ...plain])),
    ...constant(endAt),
    ...get(out),
    ...store(0),
  ];
  return { name: "scan", parameters: 3, integers: 5, vectors: 2, body };
}
