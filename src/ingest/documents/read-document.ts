import { formatsFor, type Reading } from "../../formats.ts";
import { Problem } from "../../problem.ts";
import { Archive, isZip } from "../files/archive.ts";
import { decode } from "../files/decode.ts";
import { type Document, withHeadings } from "./document.ts";
import { readOpenDocument } from "./open-document.ts";
import { readPdf } from "./pdf.ts";
import { readRtf } from "./rtf.ts";
import { isTranscript, readTranscript } from "./transcript.ts";
import { readWord } from "./word.ts";

/**
 * A Word, OpenDocument, RTF or PDF document or a transcript, by its content whatever its name says; undefined for text,
 * HTML, EPUB and TEI. Any other file is refused with a sentence that says what it is.
 */
export function readDocument(bytes: Uint8Array, name: string, reading: Reading): Document | undefined {
  const document = recognised(bytes, name, reading);
  if (document === undefined) return undefined;
  if (document.blocks.length === 0) throw new Problem(`${name} has no text in it.`);
  return { ...document, blocks: withHeadings(document.blocks) };
}

function recognised(bytes: Uint8Array, name: string, reading: Reading): Document | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (/^[\s\u0000-\u001f\u00ef\u00bb\u00bf]{0,16}%PDF-/.test(start)) return readPdf(bytes, name);
  if (start.startsWith("{\\rtf")) return readRtf(bytes);
  if (isZip(bytes)) return zipped(new Archive(bytes, name), name, reading);
  if (!/-->|WEBVTT/.test(start)) return undefined;
  const { text } = decode(bytes, name, reading);
  return isTranscript(text) ? readTranscript(text) : undefined;
}

function zipped(archive: Archive, name: string, reading: Reading): Document | undefined {
  if (archive.has("word/document.xml")) return readWord(archive);
  if (archive.has("META-INF/container.xml") && reading === "book") return undefined;
  const type = archive.has("mimetype") ? archive.text("mimetype").trim() : "";
  if (type.startsWith("application/vnd.oasis.opendocument.text")) return readOpenDocument(archive);
  const other = others.find(([, isIt]) => isIt(archive, type))?.[0] ?? "a zip archive";
  throw new Problem(
    other === "a zip archive"
      ? `${name} is a zip archive: unpack it and give plotline the ${reading} inside.`
      : `${name} is ${other}; save the ${reading} as ${formatsFor(reading)} and give plotline that.`,
  );
}

const others: readonly (readonly [string, (archive: Archive, type: string) => boolean])[] = [
  ["an EPUB", (archive) => archive.has("META-INF/container.xml")],
  ["an Excel workbook", (archive) => archive.has("xl/workbook.xml")],
  ["a PowerPoint presentation", (archive) => archive.has("ppt/presentation.xml")],
  ["an OpenDocument spreadsheet", (_, type) => type.includes("opendocument.spreadsheet")],
  ["an OpenDocument presentation", (_, type) => type.includes("opendocument.presentation")],
  ["a Pages document", (archive) => archive.has("Index/Document.iwa") || archive.has("Index.zip")],
];
