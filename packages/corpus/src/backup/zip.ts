import { Problem } from "@plotline/base";
import { inflateSync, Zip, ZipDeflate } from "fflate";

/** A file as it goes into a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Bytes that can be read at any place: of a file, a `Blob`, or memory. */
export interface ByteSource {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Bytes in memory, to be read at any place. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** How much is packed at once; how a file is packed depends on it, so it is the same everywhere. */
const piece = 64 * 1024;
/** Sizes and offsets have 32 bits. */
const largestZip = 2 ** 32 - 2;
/** With more files the count has 64 bits, in records of its own. */
const mostInEnd = 2 ** 16 - 2;

/** The same for every file, and in every time zone: what is packed twice is equal to the byte. */
const noTime = new Date(1980, 0, 1);

/** The bytes of a zip of these files, in this order; each is read only when its turn has come. */
export async function* zipped(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  most = mostInEnd,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let [count, written] = [0, 0];
  const zip = new Zip((error, bytes, isLast) => {
    if (error) throw error;
    ready.push(isLast && count > most ? withLongEnd(bytes, count, written) : bytes);
    written += bytes.length;
    if (written > largestZip)
      throw new Problem(
        "A backup has at most 4 GB, and this corpus packs to more; move what can be made again (such as its runs/) out of it first.",
      );
  });
  for await (const { name, content } of entries) {
    count++;
    const file = Object.assign(new ZipDeflate(name), { mtime: noTime });
    zip.add(file);
    for await (const bytes of inPieces(content)) {
      file.push(bytes);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** A file in a zip: how large it is, unpacked and packed, and where its header is. */
export interface Packed {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly isDeflated: boolean;
  readonly at: number;
}

const longestDirectory = 256 * 2 ** 20;

/** The files of a zip, as its directory at the end lists them. */
export async function directoryOf(source: ByteSource): Promise<Packed[]> {
  const { count, size, at } = await endOf(source);
  if (size > longestDirectory || at + size > source.size) throw damaged("its directory cannot be read");
  const bytes = viewOf(await source.read(at, at + size));
  const files: Packed[] = [];
  for (let from = 0; files.length < count; ) {
    if (from + 46 > size || bytes.getUint32(from, true) !== 0x02014b50) throw damaged("its directory cannot be read");
    const [isEncrypted, form] = [(bytes.getUint16(from + 8, true) & 1) === 1, bytes.getUint16(from + 10, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.getUint16(from + place, true)) as Three;
    if (from + 46 + nameLength > size) throw damaged("its directory cannot be read");
    const name = new TextDecoder().decode(new Uint8Array(bytes.buffer, bytes.byteOffset + from + 46, nameLength));
    const [packedSize, whole, header] = [20, 24, 42].map((place) => bytes.getUint32(from + place, true)) as Three;
    if (isEncrypted || (form !== 0 && form !== 8)) throw damaged(`"${name}" is packed in an unknown way`);
    files.push({ name, size: whole, packedSize, isDeflated: form === 8, at: header });
    from += 46 + nameLength + extra + comment;
  }
  return files;
}

/** The content of a file of a zip; never more than its directory says. */
export async function unzipped(source: ByteSource, packed: Packed): Promise<Uint8Array<ArrayBuffer>> {
  const { name, size, packedSize, isDeflated, at } = packed;
  const head = viewOf(await source.read(at, at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw damaged(`"${name}" is not there`);
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + packedSize > source.size) throw damaged(`"${name}" is cut off`);
  const bytes = await source.read(start, start + packedSize);
  const whole = isDeflated ? inflated(bytes, packed) : new Uint8Array(bytes);
  if (whole.length !== size) throw damaged(`"${name}" is not as long as it says`);
  return whole;
}

/** With room for one byte more than there should be, so that a file which is longer shows. */
function inflated(bytes: Uint8Array, { name, size }: Packed): Uint8Array<ArrayBuffer> {
  try {
    return inflateSync(bytes, { out: new Uint8Array(size + 1) });
  } catch {
    throw damaged(`"${name}" cannot be unpacked`);
  }
}

export function damaged(how: string): Problem {
  return new Problem(`The backup is damaged: ${how}.`);
}

type Three = [number, number, number];

/** Where the directory is: the record at the very end says it, or another before it where there are many files. */
async function endOf(source: ByteSource): Promise<{ count: number; size: number; at: number }> {
  const longest = 22 + 2 ** 16;
  const from = Math.max(0, source.size - longest);
  const last = viewOf(await source.read(from, source.size));
  let place = last.byteLength - 22;
  while (place >= 0 && last.getUint32(place, true) !== 0x06054b50) place--;
  if (place < 0) throw new Problem("This is not a backup of plotline, or its end is missing.");
  const [count, size, at] = [last.getUint16(place + 10, true), ...[12, 16].map((k) => last.getUint32(place + k, true))];
  const isLong = place >= 20 && last.getUint32(place - 20, true) === 0x07064b50;
  if (!isLong) return { count, size: size!, at: at! };
  const long = Number(last.getBigUint64(place - 12, true));
  if (!(long + 56 <= source.size)) throw damaged("its end cannot be read");
  const record = viewOf(await source.read(long, long + 56));
  const [longCount, longSize, longAt] = [32, 40, 48].map((k) => Number(record.getBigUint64(k, true))) as Three;
  return { count: longCount, size: longSize, at: longAt };
}

/** The directory and the end of a zip, with the records of 64 bits between them (ZIP64) that many files need. */
function withLongEnd(directory: Uint8Array, count: number, at: number): Uint8Array {
  const size = directory.length - 22;
  const long = new DataView(new ArrayBuffer(56 + 20));
  const numbers = [count, count, size, at];
  long.setUint32(0, 0x06064b50, true);
  long.setBigUint64(4, 44n, true);
  long.setUint16(12, 45, true);
  long.setUint16(14, 45, true);
  for (const [k, number] of numbers.entries()) long.setBigUint64(24 + 8 * k, BigInt(number), true);
  long.setUint32(56, 0x07064b50, true);
  long.setBigUint64(64, BigInt(at + size), true);
  long.setUint32(72, 1, true);
  const end = new Uint8Array(directory.subarray(size));
  end.fill(0xff, 8, 12);
  const whole = new Uint8Array(size + 76 + 22);
  whole.set(directory.subarray(0, size));
  whole.set(new Uint8Array(long.buffer), size);
  whole.set(end, size + 76);
  return whole;
}

/** The same bytes in pieces of one length. */
async function* inPieces(content: ZipEntry["content"]): AsyncGenerator<Uint8Array> {
  let next = new Uint8Array(piece);
  let filled = 0;
  for await (const bytes of content)
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + piece - filled);
      next.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < piece) continue;
      yield next;
      [next, filled] = [new Uint8Array(piece), 0];
    }
  if (filled > 0) yield next.subarray(0, filled);
}

function viewOf(bytes: Uint8Array): DataView<ArrayBufferLike> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
