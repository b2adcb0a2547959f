import { Problem } from "@plotline/base";

/** In Node a thread reads a PDF while its starter waits, which a page from static files may not. */
export function pdfPages(_: Uint8Array, name: string): never {
  throw new Problem(`${name} is a PDF, which a page cannot read yet; save it as Word or plain text.`);
}
