import type { AlignedWork } from "./aligned-work.ts";
import { epubWithNotes } from "./epub.ts";
import { handoutPage } from "./handout.ts";

export interface WorkFormat {
  readonly label: string;
  readonly ending: string;
  readonly type: string;
  make(work: AlignedWork): string | Uint8Array;
}

/** The files that one work with its guide can become, for other tools and for paper; each contains both texts. */
export const workFormats = {
  handout: { label: "Handout: the guide with its passages", ending: "html", type: "text/html", make: handoutPage },
  epub: {
    label: "EPUB with the guide as pop-up notes",
    ending: "epub",
    type: "application/epub+zip",
    make: epubWithNotes,
  },
} as const satisfies Readonly<Record<string, WorkFormat>>;

/** A format of one work with its links. */
export type WorkFormatName = keyof typeof workFormats;
/** All formats of one work with its links. */
export const workFormatNames = Object.keys(workFormats) as readonly WorkFormatName[];
