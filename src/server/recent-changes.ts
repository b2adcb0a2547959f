import { Recent } from "../recent.ts";

interface SheetAddress {
  readonly annotator: string;
  readonly folder: string;
  readonly number: number;
}

interface Saved<Change> {
  readonly revision: number;
  readonly change: Change;
}

const mostSheets = 2_000;
const mostChanges = 100;

/** The latest changes of the sheets that are being edited. */
export class RecentChanges<Change> {
  private readonly sheets = new Recent<string, readonly Saved<Change>[]>(mostSheets);

  add(corpus: string, sheet: SheetAddress, saved: Saved<Change>): void {
    const key = keyOf(corpus, sheet);
    this.sheets.set(key, [...(this.sheets.get(key) ?? []), saved].slice(-mostChanges));
  }

  /** The changes since a revision; null where this server does not know all of them. */
  since(corpus: string, sheet: SheetAddress, revision: number): readonly Saved<Change>[] | null {
    const known = this.sheets.get(keyOf(corpus, sheet)) ?? [];
    const later = known.filter((each) => each.revision > revision);
    return later[0]?.revision === revision + 1 ? later : null;
  }
}

function keyOf(corpus: string, { annotator, folder, number }: SheetAddress): string {
  return JSON.stringify([corpus, annotator, folder, number]);
}
