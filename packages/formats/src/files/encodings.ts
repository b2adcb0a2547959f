/** Bytes as text, by the encodings of the platform: the same in Node and in a page. */
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

/** What the platform calls Latin-1 is Windows-1252. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

/** With its byte order mark; each wrong byte becomes a replacement character. */
export function utf8(bytes: Uint8Array): string {
  return decodedAs(bytes, "utf-8");
}

export function decodedAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === "utf-32le") return utf32(bytes);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  // Node 20 leaves these as they are.
  return text.replace(/[\x80-\x9f]/g, (control) => upperControls[control.charCodeAt(0) - 0x80]!);
}

/** Windows-1252 from 0x80 to 0x9F. */
const upperControls = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ";

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
