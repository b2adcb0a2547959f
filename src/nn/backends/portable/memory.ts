import { Kernel, overrun } from "../../../kernel.ts";
import { once } from "../../../once.ts";
import type { Numbers } from "./calculator.ts";

/** Where the values of a run are. */
export interface Memory {
  /** The compiled loops that work on them, if any. */
  readonly kernel?: Kernel;
  /** An array of this length, with whatever was in it before. */
  take(count: number): Numbers;
  /** Lets a later `take` use an array again. */
  release(data: Numbers): void;
}

/** Arrays in double, which no compiled loop works on. */
export const doubles: Memory = { take: (count) => new Float64Array(count), release: () => {} };

const shared = once(() => new Kernel());

/** The memory of a kernel, for one run: a program runs from start to end before another does, and its results are copied. */
export class KernelMemory implements Memory {
  readonly kernel = shared();
  private end: number;
  /** Addresses that may be used again, by how many bytes there are. */
  private readonly free = new Map<number, number[]>();

  /** `counts`: of the arrays that the run makes; while it makes one it may take as much again for itself. */
  constructor(counts: readonly number[]) {
    const most = counts.reduce((sum, count) => sum + 2 * bytesFor(count) + forItself, 0);
    this.end = this.kernel.layOut({ all: most }).all;
  }

  take(count: number): Float32Array {
    const bytes = bytesFor(count);
    const address = this.free.get(bytes)?.pop() ?? this.end;
    if (address === this.end) this.end += bytes;
    return this.kernel.floats(address, count);
  }

  release(data: Numbers): void {
    const bytes = bytesFor(data.length);
    const free = this.free.get(bytes);
    if (free === undefined) this.free.set(bytes, [data.byteOffset]);
    else free.push(data.byteOffset);
  }
}

/** For what an operation needs beside its operands and results, in bytes. */
const forItself = 2048;

function bytesFor(count: number): number {
  return (4 * count + overrun + 63) & ~63;
}
