export { type ExportFormat, exporters, exportFormats, exportProduct } from "./dataset/export-files.ts";
export { RowFiles } from "./dataset/row-files.ts";
export { readPdf } from "./documents/pdf.ts";
export { Archive, isZip } from "./files/archive.ts";
export { type Decoded, decode, decodeAsIs, unixLines, withoutInvisible } from "./files/decode.ts";
export { latin1 } from "./files/encodings.ts";
export { bytesOfFile, type GivenFile, nameOfFile } from "./files/given-file.ts";
export { plainBytes } from "./files/plain-file.ts";
