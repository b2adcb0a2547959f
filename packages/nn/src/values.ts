/** A tensor with its numbers, row by row. */
export interface Value {
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array | Int32Array | Uint8Array;
}

export type Values = Readonly<Record<string, Value>>;
