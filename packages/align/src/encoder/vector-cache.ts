import { createHash, randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "@plotline/base/node";

/** Vectors by text, for one model: `add` puts them on disk at once, `get` reads them back. */
interface VectorCache {
  get(text: string): Float32Array | undefined;
  add(texts: readonly string[], vectors: readonly Float32Array[]): void;
}

/**
 * A folder of files that are written once and never changed, so that several processes may use it at a time. A file:
 * the magic number, the length of a vector, the number of vectors; then the hash of each text; then the vectors; in
 * the machine's own order of bytes, since a cache stays where it is.
 */
export function openVectorCache(folder: string, model: string): VectorCache {
  const home = join(folder, model);
  const places = new Map<string, VectorPlace>();
  for (const name of existsSync(home) ? readdirSync(home) : [])
    if (name.endsWith(extension)) index(join(home, name), places);
  return {
    get(text) {
      const place = places.get(textKey(text));
      return place === undefined ? undefined : readVector(place);
    },
    add(texts, vectors) {
      if (texts.length === 0) return;
      const file = join(home, `${randomUUID()}${extension}`);
      writeAtomically(file, serialized(texts.map(textKey), vectors));
      index(file, places);
    },
  };
}

/** Skips a write where the disk or the folder is read-only. */
export function unlessReadOnly(write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
  }
}

/** The place of a vector. */
interface VectorPlace {
  readonly file: string;
  readonly offset: number;
  readonly size: number;
}

const extension = ".vectors";
const magic = 0x31564c50; // "PLV1"
const headerBytes = 12;
const keyBytes = 16;

function textKey(text: string): string {
  return createHash("sha256").update(text).digest().toString("latin1", 0, keyBytes);
}

function serialized(keys: readonly string[], vectors: readonly Float32Array[]): Buffer {
  const size = vectors[0]?.length ?? 0;
  const header = Buffer.from(Uint32Array.of(magic, size, keys.length).buffer);
  const numbers = vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Buffer.concat([header, Buffer.from(keys.join(""), "latin1"), ...numbers]);
}

/** A file that is incomplete or not ours is ignored. */
function index(file: string, places: Map<string, VectorPlace>): void {
  const header = readAt(file, 0, headerBytes);
  const whole = header.length === headerBytes;
  const [found = 0, size = 0, count = 0] = whole ? new Uint32Array(header.buffer) : [];
  if (found !== magic || statSync(file).size !== headerBytes + count * (keyBytes + size * 4)) {
    unlessReadOnly(() => rmSync(file, { force: true }));
    return;
  }
  const keys = readAt(file, headerBytes, count * keyBytes).toString("latin1");
  for (let k = 0; k < count; k++) {
    const offset = headerBytes + count * keyBytes + k * size * 4;
    places.set(keys.slice(k * keyBytes, (k + 1) * keyBytes), { file, offset, size });
  }
}

/** Undefined when somebody has deleted or damaged the cache in the meantime: then the text is encoded again. */
function readVector({ file, offset, size }: VectorPlace): Float32Array | undefined {
  const bytes = readAt(file, offset, size * 4);
  if (bytes.length !== size * 4) return undefined;
  const vector = new Float32Array(bytes.buffer);
  return vector.every(Number.isFinite) ? vector : undefined;
}

/** Fewer bytes than asked for where the file ends, none where there is no file. The buffer is not shared. */
function readAt(file: string, offset: number, length: number): Buffer<ArrayBuffer> {
  if (!existsSync(file)) return Buffer.from(new ArrayBuffer(0));
  const handle = openSync(file, "r");
  try {
    const bytes = new Uint8Array(length);
    const read = readSync(handle, bytes, 0, length, offset);
    return Buffer.from(bytes.buffer.slice(0, read));
  } finally {
    closeSync(handle);
  }
}
