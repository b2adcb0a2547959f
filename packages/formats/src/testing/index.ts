export { docx, docxTable, odt, type PdfTextLine, pdf, zipped } from "./../documents/testing/files.ts";
