import type { Numbers } from "./calculator.ts";

/** Arrays that a run no longer needs, reused by the next step or the next run. */
export class Memory {
  private readonly free: Numbers[] = [];

  constructor(private readonly double: boolean) {}

  /** An array of this length, with whatever was in it before. */
  take(count: number): Numbers {
    const capacity = roomFor(count);
    const place = this.free.findIndex(({ buffer }) => buffer.byteLength === capacity * this.bytes);
    const buffer = place < 0 ? new ArrayBuffer(capacity * this.bytes) : this.free.splice(place, 1)[0]!.buffer;
    return this.double ? new Float64Array(buffer, 0, count) : new Float32Array(buffer, 0, count);
  }

  release(data: Numbers): void {
    this.free.push(data);
    if (this.free.length > most) this.free.shift();
  }

  private get bytes(): number {
    return this.double ? 8 : 4;
  }
}

/** Enough for the values that a graph holds at once. */
const most = 32;

/** Few different sizes, so that batches of about the same size use the same arrays. */
function roomFor(count: number): number {
  const step = 2 ** Math.max(4, Math.ceil(Math.log2(count)) - 3);
  return Math.ceil(count / step) * step;
}
