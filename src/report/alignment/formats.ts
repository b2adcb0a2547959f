import type { AlignedWork } from "./aligned-work.ts";
import { webAnnotations } from "./annotations.ts";
import { epubWithNotes } from "./epub.ts";
import { handoutPage } from "./handout.ts";
import { teiDocument } from "./tei.ts";

export interface WorkFormat {
  readonly label: string;
  readonly ending: string;
  readonly type: string;
  /** The texts that the file contains; those that may not be shared are for one's own use. */
  readonly texts: readonly ("story" | "summary")[];
  make(work: AlignedWork): string | Uint8Array;
}

/** The files that one work with its guide can become, for other tools and for paper. */
export const workFormats = {
  handout: {
    label: "Handout: the guide with its passages",
    ending: "html",
    type: "text/html",
    texts: ["story", "summary"],
    make: handoutPage,
  },
  annotations: {
    label: "Web Annotations (W3C)",
    ending: "jsonld",
    type: "application/ld+json",
    texts: ["summary"],
    make: webAnnotations,
  },
  epub: {
    label: "EPUB with the guide as pop-up notes",
    ending: "epub",
    type: "application/epub+zip",
    texts: ["story", "summary"],
    make: epubWithNotes,
  },
  tei: { label: "TEI", ending: "xml", type: "application/tei+xml", texts: ["story", "summary"], make: teiDocument },
} as const satisfies Readonly<Record<string, WorkFormat>>;

export type WorkFormatName = keyof typeof workFormats;
export const workFormatNames = Object.keys(workFormats) as readonly WorkFormatName[];
