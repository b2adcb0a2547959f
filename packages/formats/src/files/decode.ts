import { Problem } from "@plotline/base";
import { formatsFor, type Reading } from "../known-formats.ts";
import { decodedAs, isAscii, isEncoding, isUtf8, latin1, utf8 } from "./encodings.ts";

/** A text, and how its bytes were understood. */
export interface Decoded {
  /** With the line ends of the file, or with `\n`. */
  readonly text: string;
  readonly encoding: string;
  /** Bytes that the encoding could not explain. */
  readonly faults: number;
}

/** The largest text that is read. */
const largestText = 32 * 1024 * 1024;
/** The largest file: pictures fill the archives of books. */
export const largestFile = 192 * 1024 * 1024;

export function tooLarge(name: string, size: number, largest = largestFile): Problem {
  const [is, most] = [size, largest].map((bytes) => Math.ceil(bytes / 1024 / 1024));
  return new Problem(
    `${name} has ${is} MB; a book or guide may have at most ${most} MB. Import its volumes one by one.`,
  );
}

/** Bytes become text: by byte order mark, as UTF-8 where that is possible, else as the file says, else Windows-1252. */
export function decode(bytes: Uint8Array, name: string, reading: Reading = "book"): Decoded {
  const decoded = decodeAsIs(bytes, name, reading);
  return { ...decoded, text: unixLines(decoded.text) };
}

/** The same, with the line ends of the file: HTML does not mind them. */
export function decodeAsIs(bytes: Uint8Array, name: string, reading: Reading = "book"): Decoded {
  if (bytes.length > largestText) throw tooLarge(name, bytes.length, largestText);
  const { text, encoding } = decodeAs(bytes, name, reading);
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!/\S/.test(plain)) throw new Problem(`${name} is empty: there is no text in it.`);
  // Some old files pad their lines with zeros.
  return { text: plain.replaceAll("\u0000", ""), encoding, faults: encoding === "utf-8" ? 0 : count(plain, "\ufffd") };
}

function decodeAs(bytes: Uint8Array, name: string, reading: Reading): { text: string; encoding: string } {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { text: decodedAs(bytes, wide), encoding: wide };
  mustBeText(bytes, name, reading);
  if (isAscii(bytes)) return { text: latin1(bytes), encoding: "ascii" };
  if (isUtf8(bytes)) return { text: utf8(bytes), encoding: "utf-8" };
  const declared = declaredEncoding(bytes);
  if (declared !== undefined) return { text: decodedAs(bytes, declared), encoding: declared };
  const latin = latin1(bytes);
  if (/[\xc2-\xf4][\x80-\xbf]/.test(latin) && mostlyUtf8(bytes))
    return { text: utf8(bytes), encoding: "utf-8 with faults" };
  // Of Western languages none has more than one in ten of these.
  if (bytes.reduce((sum, byte) => sum + (byte >> 7), 0) > bytes.length / 4)
    throw new Problem(
      `${name} is in an encoding that it does not name: open it in an editor, save it as UTF-8 and give plotline that.`,
    );
  // Control characters in Latin-1 are quotation marks and dashes in Windows-1252.
  return /[\x80-\x9f]/.test(latin)
    ? { text: decodedAs(bytes, "windows-1252"), encoding: "windows-1252" }
    : { text: latin, encoding: "iso-8859-1" };
}

/** UTF-16 and UTF-32, by their mark or by the zeros in every other byte. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const mark = latin1(bytes.subarray(0, 4));
  if (mark === "\xff\xfe\0\0") return "utf-32le";
  if (mark.startsWith("\xff\xfe")) return "utf-16le";
  if (mark.startsWith("\xfe\xff")) return "utf-16be";
  const head = bytes.subarray(0, 2000);
  if (head.length < 20 || !head.includes(0)) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]!++;
  const half = head.length / 2;
  if (zeros[1]! > half * 0.9 && zeros[0]! < half * 0.1) return "utf-16le";
  if (zeros[0]! > half * 0.9 && zeros[1]! < half * 0.1) return "utf-16be";
  return undefined;
}

/** How files begin that are no text, or a text that nobody reads as it is. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\u00d0\u00cf\u0011\u00e0/, "a Word document of the old kind (.doc)"],
  [/^\{\\rtf/, "an RTF document"],
  [/BOOKMOBI|TEXtREAd/, "a Kindle book"],
  [/^(?:\u00ef\u00bb\u00bf)?(?:WEBVTT\s|\s*\d+\s+[\d:,.]+ --> )/, "a file of subtitles"],
  [/^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8)/, "a picture"],
  [/^\u001f\u008b/, "a gzip file"],
  [/^7z\u00bc\u00af/, "a 7z archive"],
  [/^Rar!/, "a RAR archive"],
  [/^\u007fELF/, "a program"],
];

function mustBeText(bytes: Uint8Array, name: string, reading: Reading): void {
  const head = latin1(bytes.subarray(0, 70));
  const known = signatures.find(([start]) => start.test(head))?.[1];
  if (known !== undefined)
    throw new Problem(`${name} is ${known}; save the ${reading} as ${formatsFor(reading)} and give plotline that.`);
  const looked = Math.min(bytes.length, 256 * 1024);
  let strange = 0;
  for (let at = 0; at < looked; at++) {
    const byte = bytes[at]!;
    if (byte < 9 || (byte > 13 && byte < 26) || byte === 127) strange++;
  }
  if (strange > 8 + looked / 1000)
    throw new Problem(
      `${name} is not a text: it has ${strange} control characters. Save the ${reading} as ${formatsFor(reading)}.`,
    );
}

/** Gutenberg's `Character set encoding:` line, or what HTML and XML declare; UTF-8 was ruled out before. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, 4096));
  const said = /(?:character set encoding:\s*|charset\s*=\s*["']?|<\?xml[^>]*encoding\s*=\s*["'])([\w-]+)/i.exec(
    head,
  )?.[1];
  if (said === undefined || /^(?:utf-?8|us-?ascii|ascii|iso-?646.*|iso-?latin-?1|iso-?8859-?1)$/i.test(said))
    return undefined;
  return isEncoding(said) ? said.toLowerCase() : undefined;
}

/** Nine of ten characters beyond ASCII are sound UTF-8: a file with a few broken bytes. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const broken = count(utf8(bytes), "\ufffd");
  const leads = bytes.reduce((sum, byte) => sum + (byte >= 0xc2 && byte <= 0xf4 ? 1 : 0), 0);
  return leads > 10 * broken;
}

/** A text whose lines end with `\n`, and its pages with blank lines. */
export function unixLines(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n/g, "\n").replace(/\r/g, "\n") : text;
  return lines.includes("\f") ? lines.replaceAll("\f", "\n\n\n") : lines;
}

function count(text: string, what: string): number {
  let found = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) found++;
  return found;
}

/** Soft hyphens and spaces without width would cut words in two; a hyphen that does not break is one like others. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "").replaceAll("\u2011", "-");
}
