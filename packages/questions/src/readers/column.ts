/** One number of a row of evidence: its name, and how it is computed. */
export interface Column<Seen> {
  readonly name: string;
  of(seen: Seen): number;
}
