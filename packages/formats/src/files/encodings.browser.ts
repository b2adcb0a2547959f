/** The encodings that a browser has, for those that iconv-lite has in Node. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What browsers call Latin-1 is Windows-1252. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

export function utf8(bytes: Uint8Array): string {
  return decodedAs(bytes, "utf-8");
}

export function decodedAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === "utf-32le") return utf32(bytes);
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

function utf32(bytes: Uint8Array): string {
  const codes = new Uint32Array(bytes.slice(0, bytes.length - (bytes.length % 4)).buffer);
  return [...codes].map((code) => (code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code))).join("");
}
