import type { Numbers } from "./calculator.ts";

/** Arrays that a run no longer needs, reused by the next step or the next run. */
export class Memory {
  private readonly free: Numbers[] = [];

  constructor(private readonly double: boolean) {}

  /** An array of this length, with whatever was in it before. */
  take(count: number): Numbers {
    const place = this.free.findIndex((each) => capacity(each) >= count && capacity(each) <= 2 * count + 64);
    if (place < 0) return this.double ? new Float64Array(count) : new Float32Array(count);
    const [found] = this.free.splice(place, 1);
    return this.double ? new Float64Array(found!.buffer, 0, count) : new Float32Array(found!.buffer, 0, count);
  }

  release(data: Numbers): void {
    if (this.free.length < most) this.free.push(data);
  }
}

/** Enough for the values that a graph holds at once. */
const most = 32;

function capacity(data: Numbers): number {
  return data.buffer.byteLength / data.BYTES_PER_ELEMENT;
}
