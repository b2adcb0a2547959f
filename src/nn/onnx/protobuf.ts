/** Writes the protobuf wire format: just the four field kinds that ONNX needs. */
export class Message {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  /** A whole number (wire type 0); negative numbers take ten bytes, as in every implementation. */
  integer(field: number, value: number | bigint): this {
    return this.varint(BigInt(field << 3)).varint(BigInt.asUintN(64, BigInt(value)));
  }

  /** Bytes, text or a nested message (wire type 2). */
  bytes(field: number, value: Uint8Array): this {
    return this.varint(BigInt((field << 3) | 2))
      .varint(BigInt(value.length))
      .append(value);
  }

  text(field: number, value: string): this {
    return this.bytes(field, encoder.encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.encoded());
  }

  /** A 32-bit float (wire type 5). */
  float(field: number, value: number): this {
    return this.varint(BigInt((field << 3) | 5)).append(new Uint8Array(Float32Array.of(value).buffer));
  }

  encoded(): Uint8Array {
    const whole = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  private varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    return this.append(Uint8Array.from(bytes));
  }

  private append(bytes: Uint8Array): this {
    this.parts.push(bytes);
    this.size += bytes.length;
    return this;
  }
}

const encoder = new TextEncoder();
