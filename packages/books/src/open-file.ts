import { Problem } from "@plotline/base";
import {
  type Document,
  formatsFor,
  isTei,
  mustHaveWords,
  type Reading,
  readOpenDocument,
  readWord,
  withHeadings,
} from "@plotline/formats";
import { Archive, type Decoded, decodeAsIs, isZip, latin1, readPdf } from "@plotline/formats/node";

/** A book's or a guide's file as what its content shows it to be, whatever its name says. */
export type OpenedFile = OpenedDocument | OpenedEpub | OpenedText;

interface OpenedDocument {
  readonly kind: "document";
  readonly document: Document;
}

interface OpenedEpub {
  readonly kind: "EPUB";
  readonly archive: Archive;
}

export interface OpenedText extends Decoded {
  readonly kind: "TEI" | "HTML" | "text";
}

/** Opens a file of a book or a guide. What is neither is refused with a sentence that says what it is. */
export function openFile(bytes: Uint8Array, name: string, reading: "guide"): Exclude<OpenedFile, OpenedEpub>;
export function openFile(bytes: Uint8Array, name: string, reading: Reading): OpenedFile;
export function openFile(bytes: Uint8Array, name: string, reading: Reading): OpenedFile {
  if (bytes.length === 0) throw new Problem(`${name} is empty.`);
  if (isZip(bytes)) return unpacked(new Archive(bytes, name), name, reading);
  const start = latin1(bytes.subarray(0, 1024));
  if (/^[\s\u0000-\u001f\u00ef\u00bb\u00bf]{0,16}%PDF-/.test(start)) return opened(readPdf(bytes, name), name);
  const decoded = decodeAsIs(bytes, name, reading);
  const kind = isTei(decoded.text) ? "TEI" : isHtml(decoded.text) ? "HTML" : "text";
  // A picture in a Markdown guide is no word of it.
  if (kind === "text") mustHaveWords(decoded.text.replace(/\bdata:[\w.+-]+\/[\w.+-]+;base64,[\w+/=]+/g, ""), name);
  return { kind, ...decoded };
}

function opened(document: Document, name: string): OpenedDocument {
  if (document.blocks.length === 0) throw new Problem(`${name} has no text in it.`);
  for (const { text } of document.blocks) mustHaveWords(text, name);
  return { kind: "document", document: { ...document, blocks: withHeadings(document.blocks) } };
}

function unpacked(archive: Archive, name: string, reading: Reading): OpenedDocument | OpenedEpub {
  if (archive.has("word/document.xml")) return opened(readWord(archive), name);
  if (isEpub(archive) && reading === "book") return { kind: "EPUB", archive };
  const type = archive.has("mimetype") ? archive.text("mimetype").trim() : "";
  if (type.startsWith("application/vnd.oasis.opendocument.text")) return opened(readOpenDocument(archive), name);
  const other = others.find(([, isIt]) => isIt(archive, type))?.[0] ?? "a zip archive";
  throw new Problem(
    other === "a zip archive"
      ? `${name} is a zip archive: unpack it and give plotline the ${reading} inside.`
      : `${name} is ${other}; save the ${reading} as ${formatsFor(reading)} and give plotline that.`,
  );
}

const isEpub = (archive: Archive) => archive.has("META-INF/container.xml");

const others: readonly (readonly [string, (archive: Archive, type: string) => boolean])[] = [
  ["an EPUB", isEpub],
  ["an Excel workbook", (archive) => archive.has("xl/workbook.xml")],
  ["a PowerPoint presentation", (archive) => archive.has("ppt/presentation.xml")],
  ["an OpenDocument spreadsheet", (_, type) => type.includes("opendocument.spreadsheet")],
  ["an OpenDocument presentation", (_, type) => type.includes("opendocument.presentation")],
  ["a Pages document", (archive) => archive.has("Index/Document.iwa") || archive.has("Index.zip")],
];

function isHtml(text: string): boolean {
  return /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,4000}?-->\s*)?<(?:!doctype\s+html|html|head|body|meta|title|div|h[1-6]|p|pre|center)\b/i.test(
    text.slice(0, 8000),
  );
}
