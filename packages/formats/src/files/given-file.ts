import { largestFile, tooLarge } from "./decode.ts";
import { plainBytes } from "./plain-file.ts";

/** A file on disk, by its path; or one that somebody sent, with its name. */
export type GivenFile = string | { readonly name: string; readonly bytes: Uint8Array };

/** What messages call it. */
export function nameOfFile(file: GivenFile): string {
  return typeof file === "string" ? file : file.name;
}

/** All of it; it is not too large to be a book. */
export function bytesOfFile(file: GivenFile): Uint8Array {
  if (typeof file === "string") return plainBytes(file);
  if (file.bytes.length > largestFile) throw tooLarge(file.name, file.bytes.length);
  return file.bytes;
}
