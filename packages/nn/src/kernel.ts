import { bytesOf, once } from "@plotline/base";
import code, { type Loops } from "./kernel-code.ts";

/** Compiled loops and the memory that they work on. */
export class Kernel {
  readonly loops: Loops;
  private readonly memory: WebAssembly.Memory;

  constructor() {
    const { exports } = new WebAssembly.Instance(compiled());
    this.loops = exports as unknown as Loops;
    this.memory = exports["memory"] as WebAssembly.Memory;
  }

  /** Addresses of regions of this many bytes each, with some space after each; what was laid out before is lost. */
  layOut<Name extends string>(sizes: Readonly<Record<Name, number>>): Record<Name, number> {
    let end = firstAddress;
    const addresses = {} as Record<Name, number>;
    for (const name of Object.keys(sizes) as Name[]) {
      addresses[name] = end;
      end += Math.ceil((sizes[name] + overrun) / alignment) * alignment;
    }
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / page));
    return addresses;
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, address, count);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, address, count);
  }

  integers(address: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, count);
  }
}

const compiled = once(() => new WebAssembly.Module(bytesOf(code)));

/** Loops may write this many bytes beyond the end of what they make. */
export const overrun = 28;

/** Nothing is at address 0. */
const firstAddress = 64;
/** A line of the processor's cache, in bytes. */
const alignment = 64;
/** A page of WebAssembly's memory, in bytes. */
const page = 65536;
