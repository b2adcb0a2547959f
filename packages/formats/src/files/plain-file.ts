import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { Problem } from "@plotline/base";
import { largestFile, tooLarge } from "./decode.ts";

/**
 * The whole of a regular file that is not too large to be a book. A pipe or a device may never end, so it is refused
 * before it is opened; and what claims to be small is still not read beyond the limit.
 */
export function plainBytes(path: string): Buffer {
  mustBePlain(path, statSync(path));
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    mustBePlain(path, fstatSync(file));
    return readWhole(path, file);
  } finally {
    closeSync(file);
  }
}

function mustBePlain(path: string, found: Stats): void {
  if (found.isDirectory()) throw new Problem(`${path} is a folder, but a file is needed.`);
  if (!found.isFile()) throw new Problem(`${path} is a pipe or a device, but a regular file is needed.`);
  if (found.size > largestFile) throw tooLarge(path, found.size);
}

/** What is longer than it claims to be is not read beyond that by more than a little, nor beyond the limit. */
function readWhole(path: string, file: number): Buffer {
  const { size } = fstatSync(file);
  let whole = Buffer.allocUnsafe(size + (1 << 16));
  for (let length = 0; ; ) {
    const read = readSync(file, whole, length, whole.length - length, null);
    length += read;
    if (read === 0) return whole.subarray(0, length);
    if (length > largestFile) throw tooLarge(path, length);
    if (length === whole.length) whole = Buffer.concat([whole], 2 * length);
  }
}
