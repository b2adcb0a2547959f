/** Writes the protobuf wire format: just the three field kinds that ONNX needs. */
export class Message {
  private memory = new Uint8Array(1 << 16);
  private size = 0;

  /** A whole number (wire type 0); negative numbers take ten bytes, as in every implementation. */
  integer(field: number, value: number): this {
    return this.varint(field << 3).varint(value);
  }

  /** Bytes, text or a nested message (wire type 2): preceded by their length. */
  bytes(field: number, value: Uint8Array): this {
    this.varint((field << 3) | 2).varint(value.length);
    const at = this.room(value.length);
    this.memory.set(value, at);
    return this;
  }

  text(field: number, value: string): this {
    return isAscii(value) ? this.ascii(field, value) : this.bytes(field, encoder.encode(value));
  }

  /** A nested message, written in place and shifted once its length is known: there are thousands of small ones. */
  message(field: number, write: (nested: this) => void): this {
    const start = this.varint((field << 3) | 2).size;
    write(this);
    const end = this.size;
    const head = this.varint(end - start).size - end;
    const length = this.memory.slice(end, this.size);
    this.memory.copyWithin(start + head, start, end).set(length, start);
    return this;
  }

  encoded(): Uint8Array {
    return this.memory.slice(0, this.size);
  }

  /** Names are short and many: written letter by letter, without a buffer of their own. */
  private ascii(field: number, value: string): this {
    this.varint((field << 3) | 2).varint(value.length);
    const at = this.room(value.length);
    for (let letter = 0; letter < value.length; letter++) this.memory[at + letter] = value.charCodeAt(letter);
    return this;
  }

  private varint(value: number): this {
    if (value < 0) return this.negative(value);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    return this.byte(rest);
  }

  private negative(value: number): this {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) this.byte(Number(rest & 0x7fn) | 0x80);
    return this.byte(Number(rest));
  }

  private byte(value: number): this {
    const at = this.room(1);
    this.memory[at] = value;
    return this;
  }

  /** The position of the next byte. */
  private room(length: number): number {
    const at = this.size;
    this.size += length;
    if (this.size > this.memory.length) {
      const larger = new Uint8Array(Math.max(this.size, 2 * this.memory.length));
      larger.set(this.memory);
      this.memory = larger;
    }
    return at;
  }
}

function isAscii(value: string): boolean {
  for (let letter = 0; letter < value.length; letter++) if (value.charCodeAt(letter) > 0x7f) return false;
  return true;
}

const encoder = new TextEncoder();
