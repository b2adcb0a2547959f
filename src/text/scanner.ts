import { assemble } from "../assembler.ts";
import { places, scannerCodes, tableSize } from "./scanner-code.ts";

/** Whose ids a scanner gives. */
export interface WordSource {
  /** The id of the word that starts at a unit of a text, -1 where none does. */
  wordAt(text: string, at: number): number;
  /** The end of that word. */
  readonly behind: number;
}

/**
 * Reads common words sixteen letters at a time and knows their ids by heart; for every other word it asks. It works on
 * bytes (UTF-8), where nearly all words are plain ASCII. One serves all vocabularies of a thread, one after the other.
 */
export class Scanner {
  private readonly memory = new WebAssembly.Memory({ initial: tableSize / page + 16 });
  private readonly kernels: ScannerKernels;
  private readonly encoder = new TextEncoder();
  private source: WordSource | undefined;
  /** The bytes of a text. */
  private bytes = new Uint8Array(0);
  private integers = new Int32Array(0);
  private out = 0;
  private firstOut = 0;
  /** How far the place of a word lies behind its id. */
  private apart = 0;

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assemble(scannerCodes)), {
      plotline: { memory: this.memory },
    });
    this.kernels = exports as unknown as ScannerKernels;
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.fill(0xff, places.masks, places.masks + 16);
    for (let byte = 0; byte < 256; byte++)
      bytes[places.kinds + byte] = byte >= 0x80 || /[0-9A-Za-z]/.test(String.fromCharCode(byte)) ? 1 : 0;
  }

  /** Makes room for the words of some texts, by the ids of `source`. */
  start(source: WordSource, texts: readonly string[]): void {
    if (this.source !== source) new Uint8Array(this.memory.buffer, places.table, tableSize).fill(0);
    this.source = source;
    let [longest, units] = [0, 0];
    for (const { length } of texts) {
      units += length + 1;
      if (length > longest) longest = length;
    }
    const room = (3 * longest + 2 * overhang) & ~3;
    this.firstOut = this.out = textAt + room;
    this.apart = (2 * units + overhang) & ~3;
    const least = this.firstOut + 2 * this.apart;
    const { byteLength } = this.memory.buffer;
    if (least > byteLength) this.memory.grow(Math.ceil((least - byteLength / 2) / page));
    if (this.integers.buffer === this.memory.buffer) return;
    this.integers = new Int32Array(this.memory.buffer);
    this.bytes = new Uint8Array(this.memory.buffer, textAt);
  }

  /** Reads the words of the next text; gives the number of words so far. */
  scan(text: string): number {
    const { written } = this.encoder.encodeInto(text, this.bytes);
    this.bytes.fill(0, written, written + overhang);
    const end = textAt + written;
    /** Bytes so far beyond one for each unit. */
    let extra = 0;
    for (let at = textAt; at < end; ) {
      this.kernels.scan(at, end, this.out, this.apart, textAt + extra);
      at = this.integers[0]!;
      this.out = this.integers[1]!;
      extra += this.integers[2]!;
      if (at >= end) break;
      const [bytes, units] = this.ask(text, at, at - textAt - extra);
      at += bytes;
      extra += bytes - units;
    }
    return (this.out - this.firstOut) / 4;
  }

  /** Has the word at this byte, which is this unit of its text, read by its source; gives its length in both. */
  private ask(text: string, at: number, unit: number): readonly [bytes: number, units: number] {
    const source = this.source!;
    const id = source.wordAt(text, unit);
    if (id < 0) {
      const character = text.codePointAt(unit)!;
      return character > 0xffff ? [4, 2] : [bytesOf(text, unit, unit + 1), 1];
    }
    this.integers[this.out / 4] = id;
    this.integers[(this.out + this.apart) / 4] = unit;
    this.out += 4;
    const letters = this.integers[3]!;
    if (letters > 0) this.kernels.keep(at, letters, id);
    return [bytesOf(text, unit, source.behind), source.behind - unit];
  }

  /** All words since the start: their ids, and the units of their texts where they begin. */
  words(): { ids: Int32Array; places: Int32Array } {
    const [start, end, apart] = [this.firstOut / 4, this.out / 4, this.apart / 4];
    return { ids: this.integers.slice(start, end), places: this.integers.slice(start + apart, end + apart) };
  }
}

interface ScannerKernels {
  scan(at: number, end: number, out: number, apart: number, origin: number): void;
  keep(at: number, length: number, id: number): void;
}

/** The scanner of this thread; none where a page forbids WebAssembly. */
export function scanner(): Scanner | undefined {
  if (made === undefined) made = tryToMake();
  return made ?? undefined;
}

let made: Scanner | null | undefined;

function tryToMake(): Scanner | null {
  try {
    return new Scanner();
  } catch {
    return null;
  }
}

const page = 65536;
const textAt = Math.ceil((places.table + tableSize) / 64) * 64;
/** How far behind a text the scanner may read. */
const overhang = 64;

/** The length in UTF-8 of some units of a text, of which none is half of a pair; half a pair that stands alone counts 3. */
function bytesOf(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let k = from; k < to; k++) {
    const unit = text.charCodeAt(k);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
}
