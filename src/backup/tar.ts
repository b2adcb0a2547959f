import { Problem } from "../problem.ts";

export interface TarEntry {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const block = 512;

/** The bytes of an archive in the POSIX format (pax), which every tar reads. */
export async function* tar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { path, size, content } of entries) {
    if (needsPax(path, size)) {
      const records = Buffer.concat([paxRecord("path", path), paxRecord("size", String(size))]);
      yield header("PaxHeader", records.length, "x");
      yield padded(records);
    }
    yield header(asciiStart(path), size, "0");
    let written = 0;
    for await (const part of content) {
      written += part.length;
      yield part;
    }
    if (written !== size) throw new Problem(`${path} changed while it was being read; try again.`);
    yield Buffer.alloc((block - (size % block)) % block);
  }
  yield Buffer.alloc(2 * block);
}

/** The files of an archive, one after the other; each must be read to its end before the next. */
export async function* untar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = new Reader(bytes);
  let pax: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const head = await source.take(block);
    if (head.every((byte) => byte === 0)) return;
    mustBeHeader(head);
    const kind = String.fromCharCode(head[156] ?? 0);
    const size = Number(pax.get("size") ?? Number.parseInt(textIn(head, 124, 12).trim() || "0", 8));
    if (!Number.isSafeInteger(size) || size < 0) throw new Problem("The backup is damaged: a file has no size.");
    if (kind === "x") {
      if (size > 1_000_000) throw new Problem("The backup is damaged: a name is too long.");
      pax = paxRecords((await source.take(size + padding(size))).subarray(0, size));
      continue;
    }
    if (kind !== "0" && kind !== "\0")
      throw new Problem("This is not a backup of plotline: it contains more than plain files.");
    yield { path: pax.get("path") ?? textIn(head, 0, 100), size, content: source.parts(size) };
    await source.take(padding(size));
    pax = new Map();
  }
}

class Reader {
  private readonly source: AsyncIterator<Uint8Array>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.source = bytes[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.parts(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *parts(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.rest.length === 0) this.rest = await this.more();
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  private async more(): Promise<Buffer> {
    const { value, done } = await this.source.next();
    if (done) throw new Problem("The backup is damaged: it ends too early.");
    return Buffer.from(value);
  }
}

function needsPax(path: string, size: number): boolean {
  return Buffer.byteLength(path) > 100 || !/^[\x20-\x7e]*$/.test(path) || size >= 8 ** 11;
}

function asciiStart(path: string): string {
  return path.replace(/[^\x20-\x7e]/g, "_").slice(0, 100);
}

function header(path: string, size: number, kind: string): Buffer {
  const head = Buffer.alloc(block);
  head.write(path, 0, 100, "latin1");
  head.write("0000644\0", 100, "latin1");
  head.write("0000000\0", 108, "latin1");
  head.write("0000000\0", 116, "latin1");
  head.write(`${(size >= 8 ** 11 ? 0 : size).toString(8).padStart(11, "0")}\0`, 124, "latin1");
  head.write(`${Math.floor(Date.now() / 1000).toString(8).padStart(11, "0")}\0`, 136, "latin1"); // biome-ignore format: short
  head.write("        ", 148, "latin1");
  head.write(kind, 156, "latin1");
  head.write("ustar\u000000", 257, "latin1");
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return head;
}

function checksum(head: Uint8Array): number {
  return head.reduce((sum, byte, k) => sum + (k >= 148 && k < 156 ? 32 : byte), 0);
}

function mustBeHeader(head: Uint8Array): void {
  if (Number.parseInt(textIn(head, 148, 8), 8) !== checksum(head))
    throw new Problem("This is not a backup of plotline, or it is damaged.");
}

/** `27 path=stories/…\n`, where the number counts itself too. */
function paxRecord(name: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${name}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length + rest !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${name}=${value}\n`);
}

function paxRecords(bytes: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.subarray(at, at + 20).toString("latin1"), 10);
    if (!(length > 0)) throw new Problem("The backup is damaged: a name cannot be read.");
    const record = bytes.subarray(at, at + length - 1).toString("utf8");
    const [, name = "", value = ""] = /^\d+ ([^=]+)=([\s\S]*)$/.exec(record) ?? [];
    records.set(name, value);
    at += length;
  }
  return records;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padding(bytes.length))]);
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function textIn(bytes: Uint8Array, from: number, length: number): string {
  const text = Buffer.from(bytes.subarray(from, from + length)).toString("utf8");
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
