const page = 65536;

/** Room for planes in a WebAssembly memory: handed out from the bottom, given back by going back to a mark. */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 64 });
  floats = new Float32Array(this.memory.buffer);
  integers = new Int32Array(this.memory.buffer);
  private top = 64;

  /** The address of this many zeroed floats, rounded up to whole cache lines. */
  take(count: number): number {
    const address = this.takeAsIs(count);
    this.floats.fill(0, address / 4, this.top / 4);
    return address;
  }

  /** The same with whatever was there before. */
  takeAsIs(count: number): number {
    const address = this.top;
    this.top += Math.ceil(count / 16) * 64;
    if (this.top > this.memory.buffer.byteLength) {
      const { byteLength } = this.memory.buffer;
      this.memory.grow(Math.ceil((this.top - byteLength + byteLength / 2) / page));
      this.floats = new Float32Array(this.memory.buffer);
      this.integers = new Int32Array(this.memory.buffer);
    }
    return address;
  }

  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }
}
