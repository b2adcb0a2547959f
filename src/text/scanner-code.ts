import {
  add,
  addWide,
  anyBit,
  block,
  both,
  bothBits,
  type Code,
  constant,
  different,
  differentBits,
  either,
  eitherBits,
  endingZeros,
  get,
  half,
  highBits,
  isAtLeast,
  isBelow,
  isBelowBytes,
  isEqual,
  isUnequal,
  isZero,
  type KernelCode,
  leave,
  leaveIf,
  load,
  loadByte,
  loadTwoBytes,
  loadVector,
  loop,
  multiply,
  multiplyWide,
  narrowed,
  set,
  shiftedRight,
  shiftRightWide,
  spreadByte,
  step,
  store,
  storeVector,
  subtract,
  subtractBytes,
  when,
  wide,
} from "../assembler.ts";

/** Where things are in the scanner's memory, in bytes. */
export const places = {
  /** What a scan leaves behind: where it stopped, behind its last id, bytes beyond one a unit, letters of the word there. */
  state: 0,
  /** Sixteen bytes of ones, then sixteen of zeros: from 16 − n on, a mask of the first n bytes. */
  masks: 32,
  /** By byte: 1 where it is a letter or digit, or part of what is not ASCII. */
  kinds: 64,
  table: 320,
} as const;

/** Slots of the table: the letters of a word in sixteen bytes, then its id. */
const slotBits = 16;
const slotSize = 32;
export const tableSize = slotSize << slotBits;

/** A word is looked for, and put, into this many slots beside each other. */
const tries = 4;

const plus = (a: Code, b: Code): Code => [...a, ...b, ...add];
const apostrophe = 0x27;
/** The first two bytes of U+2000 to U+203F, dashes and quotation marks among them, none of which is a letter. */
const punctuation = 0x80e2;
/** The third byte of U+2019, which is an apostrophe between letters. */
const curly = 0x99;

/** Sixteen bytes, each of ones where it is an ASCII letter or digit. */
const lettersOf = (vector: number): Code => [
  ...[...get(vector), ...spreadByte(0x20), ...eitherBits],
  ...[...spreadByte(0x61), ...subtractBytes, ...spreadByte(26), ...isBelowBytes],
  ...[...get(vector), ...spreadByte(0x30), ...subtractBytes, ...spreadByte(10), ...isBelowBytes],
  ...eitherBits,
];

/** The letters of a word of `length` bytes in lower case, with zeros behind it. */
const keyOf = (vector: number, length: number): Code => [
  ...[...get(vector), ...spreadByte(0x20), ...eitherBits],
  ...[...constant(places.masks + 16), ...get(length), ...subtract, ...loadVector(0)],
  ...bothBits,
];

/** Multiplicative hashing of both halves: the address of the first slot, from the start of the table. */
const slotOf = (key: number): Code => [
  ...[...get(key), ...half(0), ...wide(0x9e3779b97f4a7c15n), ...multiplyWide],
  ...[...get(key), ...half(1), ...wide(0xc2b2ae3d27d4eb4fn), ...multiplyWide],
  ...[...addWide, ...wide(BigInt(64 - slotBits)), ...shiftRightWide, ...narrowed],
  ...[...constant(slotSize), ...multiply],
];

const nextSlot = (slot: number): Code => [
  ...[...get(slot), ...constant(slotSize), ...add, ...constant(tableSize - 1), ...both],
  ...set(slot),
];

const isWordByte = (address: Code, offset: number): Code => [
  ...address,
  ...loadByte(offset),
  ...loadByte(places.kinds),
];

/**
 * Reads words from the bytes at `at` to before `end` and writes their ids from `out` on, until it comes to one that is
 * not in the table or that it cannot read: with an apostrophe inside, with letters beyond ASCII, or very long. `apart`
 * from its id goes the place of a word: how far it is from `origin`, less the bytes beyond one a unit.
 */
const scan: KernelCode = (() => {
  const [at, end, out, apart, origin, found, letters, length, slot, tried, extra, behind, vector, key] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
  ] as const;
  const wordEnd = plus(get(at), get(length));
  const [words, stop] = [0, 1] as const;
  /** Stops at a word that is read elsewhere, from this many levels inside the loop over words. */
  const odd = (levels: number): Code => [...constant(0), ...set(length), ...leave(levels + stop)];
  const skip = [
    ...[...get(at), ...loadVector(0), ...set(vector)],
    ...[...lettersOf(vector), ...highBits, ...set(letters)],
    ...[...get(letters), ...get(vector), ...highBits, ...either, ...set(found)],
    ...[...get(found), ...isZero],
    ...when([...step(at, 16), ...get(at), ...get(end), ...isBelow, ...leaveIf(words + 1), ...leave(stop + 1)]),
    ...[...get(at), ...get(found), ...endingZeros, ...add, ...set(at)],
    ...[...get(at), ...get(end), ...isAtLeast, ...leaveIf(stop)],
  ];
  const beyondAscii = [
    ...[...get(at), ...loadByte(0), ...constant(0x80), ...isAtLeast],
    ...when([
      ...[...get(at), ...loadTwoBytes(0), ...constant(punctuation), ...isEqual],
      ...when([
        ...[...step(at, 3), ...step(extra, 2)],
        ...[...get(at), ...get(end), ...isBelow, ...leaveIf(words + 2), ...leave(stop + 2)],
      ]),
      ...odd(1),
    ]),
  ];
  const untilNone = [...constant(0x1ffff), ...different, ...endingZeros];
  const before = [...get(found), ...endingZeros];
  const measure = [
    ...[...get(at), ...loadVector(0), ...set(vector)],
    // what was seen while skipping tells where nearly all words end
    ...[...get(letters), ...before, ...shiftedRight, ...untilNone, ...set(length)],
    ...[...plus(before, get(length)), ...constant(16), ...isAtLeast],
    ...when([...lettersOf(vector), ...highBits, ...untilNone, ...set(length)]),
    ...[...get(length), ...constant(16), ...isAtLeast, ...when(odd(1))],
    ...[...wordEnd, ...loadByte(0), ...set(behind)],
    ...[...get(behind), ...constant(apostrophe), ...isEqual],
    ...when([...isWordByte(wordEnd, 1), ...when(odd(2))]),
    ...[...get(behind), ...constant(0x80), ...isAtLeast],
    ...when([
      ...[...wordEnd, ...loadTwoBytes(0), ...constant(punctuation), ...isUnequal, ...when(odd(2))],
      ...[...wordEnd, ...loadByte(2), ...constant(curly), ...isEqual],
      ...when([...isWordByte(wordEnd, 3), ...when(odd(3))]),
    ]),
  ];
  const lookUp = [
    ...[...keyOf(vector, length), ...set(key)],
    ...[...slotOf(key), ...set(slot)],
    ...[...constant(0), ...set(tried)],
    ...loop([
      ...[...get(slot), ...loadVector(places.table), ...get(key), ...differentBits, ...anyBit, ...isZero],
      ...when([
        ...[...get(out), ...get(slot), ...load(places.table + 16), ...store(0)],
        ...[
          ...plus(get(out), get(apart)),
          ...get(at),
          ...get(origin),
          ...subtract,
          ...get(extra),
          ...subtract,
          ...store(0),
        ],
        ...step(out, 4),
        ...[...wordEnd, ...set(at)],
        ...[...get(at), ...get(end), ...isBelow, ...leaveIf(words + 2), ...leave(stop + 2)],
      ]),
      ...nextSlot(slot),
      ...[...step(tried, 1), ...get(tried), ...constant(tries), ...isBelow, ...leaveIf(0)],
    ]),
  ];
  const leftBehind = [at, out, extra, length].flatMap((local, k) => [
    ...[...constant(places.state), ...get(local), ...store(4 * k)],
  ]);
  const body = [...block(loop([...skip, ...beyondAscii, ...measure, ...lookUp])), ...leftBehind];
  return { name: "scan", parameters: 5, integers: 7, vectors: 2, body };
})();

/** Puts the word of `length` letters at `at` into the table, where it has a free slot or else in its first. */
const keep: KernelCode = (() => {
  const [at, length, id, slot, first, tried, vector, key] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const body = [
    ...[...get(at), ...loadVector(0), ...set(vector)],
    ...[...keyOf(vector, length), ...set(key)],
    ...[...slotOf(key), ...set(slot), ...get(slot), ...set(first)],
    ...block([
      ...loop([
        ...[...get(slot), ...loadVector(places.table), ...anyBit, ...isZero, ...leaveIf(1)],
        ...nextSlot(slot),
        ...[...step(tried, 1), ...get(tried), ...constant(tries), ...isBelow, ...leaveIf(0)],
      ]),
      ...[...get(first), ...set(slot)],
    ]),
    ...[...get(slot), ...get(key), ...storeVector(places.table)],
    ...[...get(slot), ...get(id), ...store(places.table + 16)],
  ];
  return { name: "keep", parameters: 3, integers: 3, vectors: 2, body };
})();

export const scannerCodes: readonly KernelCode[] = [scan, keep];
