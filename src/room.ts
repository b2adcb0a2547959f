type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;

/**
 * Room to compute in, used again for one chapter after the other: to make, clear and collect a new array for every step
 * would cost more than many a step.
 */
export class Room<T extends Numbers> {
  private kept: T;
  /** Of all kinds of arrays alike, which the array itself is not: reading it here is quick. */
  private length = 0;

  constructor(private readonly make: (length: number) => T) {
    this.kept = make(0);
  }

  /** At least this many numbers, whatever they were before. */
  take(length: number): T {
    if (this.length < length) this.grow(length);
    return this.kept;
  }

  /** The same, with zeros in place of the first ones. */
  zeros(length: number): T {
    const room = this.take(length);
    room.fill(0, 0, length);
    return room;
  }

  private grow(length: number): void {
    this.length = this.length === 0 ? length : Math.ceil(length * 1.25);
    this.kept = this.make(this.length);
  }
}

export const doubles = (): Room<Float64Array> => new Room((length) => new Float64Array(length));
export const floats = (): Room<Float32Array> => new Room((length) => new Float32Array(length));
export const integers = (): Room<Int32Array> => new Room((length) => new Int32Array(length));
export const bytes = (): Room<Uint8Array> => new Room((length) => new Uint8Array(length));
