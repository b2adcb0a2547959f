import type { JSX } from "preact";
import type { CorpusLibrary } from "./library.ts";

/** What the library of a browser shows besides its works; that of a server shows nothing. */
export function LibraryTools(_: { readonly corpora: readonly CorpusLibrary[] }): JSX.Element | null {
  return null;
}
