import iconv from "iconv-lite";

/** Bytes as text, by the encodings of this machine; a browser has its own. */
export { isAscii, isUtf8 } from "node:buffer";

export function latin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("latin1");
}

/** With its byte order mark; each wrong byte becomes a replacement character. */
export function utf8(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("utf8");
}

export function decodedAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(bufferOf(bytes), encoding);
}

export function isEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
