/** One number of a row of evidence: its name, and how it is computed from what was seen. */
export interface Column<Seen> {
  readonly name: string;
  of(seen: Seen): number;
}
