import type { OpenedEncoder } from "@plotline/align";

/** An encoder that a page may load: the name of the aligner with it, and its size in MB. */
export interface OfferedEncoder {
  readonly method: string;
  readonly size: number;
  open(): Promise<OpenedEncoder>;
}

/** A server's page has none: `plotline align --encoder` stores what one finds. */
export const offered: OfferedEncoder | undefined = undefined as OfferedEncoder | undefined;
