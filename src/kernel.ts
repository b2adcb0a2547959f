import { bytesOf } from "./base64.ts";
import code from "./kernel.wasm.js";
import { once } from "./once.ts";

/** The loops of assembly/kernel.ts, on addresses of a kernel's memory. */
interface Loops {
  product(weights: number, b: number, out: number, rows: number, inner: number, columns: number, line: number): void;
  filter(
    plane: number,
    line: number,
    taps: number,
    height: number,
    width: number,
    out: number,
    rows: number,
    columns: number,
  ): void;
  cosines(
    ours: number,
    ourFactors: number,
    theirs: number,
    theirFactors: number,
    size: number,
    count: number,
    out: number,
  ): void;
  interleave(rows: number, count: number, out: number): void;
  largest(columns: number, terms: number, starts: number, lists: number, out: number): void;
  raise(best: number, row: number, count: number): void;
}

/** Compiled loops and the memory that they work on. */
export class Kernel {
  readonly loops: Loops;
  private readonly memory: WebAssembly.Memory;

  constructor() {
    const { exports } = new WebAssembly.Instance(compiled());
    this.loops = exports as unknown as Loops;
    this.memory = exports["memory"] as WebAssembly.Memory;
  }

  /** Addresses of regions of so many bytes; what was laid out before is lost. */
  layOut<Sizes extends readonly number[]>(...sizes: Sizes): { [place in keyof Sizes]: number } {
    let end = firstAddress;
    const addresses = sizes.map((size) => {
      const address = end;
      end += Math.ceil(size / alignment) * alignment;
      return address;
    });
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / page));
    return addresses as { [place in keyof Sizes]: number };
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, address, count);
  }

  integers(address: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, count);
  }

  shorts(address: number, count: number): Int16Array {
    return new Int16Array(this.memory.buffer, address, count);
  }
}

const compiled = once(() => new WebAssembly.Module(bytesOf(code)));

/** Nothing is at address 0. */
const firstAddress = 64;
/** Lines of the processor's cache, and pages of WebAssembly, in bytes. */
const [alignment, page] = [64, 65536];
