import { sumOf } from "@plotline/base";
import { type PieceFeatures, pieceFeatures, type Reader } from "./piece-features.ts";
import { type Piece, piecesOf, wholeOf } from "./pieces.ts";
import { seriesOf } from "./series.ts";

/** A series with its pieces, and which of them are chapters. */
export interface Division {
  readonly finders: readonly string[];
  readonly pieces: readonly Piece[];
  readonly rows: readonly PieceFeatures[];
  /** Which pieces are chapters, and how likely each is what it is taken for. */
  readonly taken: readonly boolean[];
  readonly chances: readonly number[];
  readonly chapters: readonly Piece[];
}

/** The pieces of a series, with what is measured of each. */
export type Proposal = Pick<Division, "pieces" | "rows"> & { readonly finder: string };

export function proposalsOf(reader: Reader): Proposal[] {
  const all = seriesOf(reader.book).map((series) => ({ finder: series.finder, pieces: piecesOf(reader.book, series) }));
  const found = all.filter(({ pieces }) => pieces.length > 0);
  if (found.length === 0) found.push({ finder: "whole", pieces: [wholeOf(reader.book)] });
  return found.map((each) => ({ ...each, rows: pieceFeatures(reader, each.pieces) }));
}

/** How many doubtful pieces of a proposal are tried both ways, and what is no doubt. */
const [mostTried, isSafe] = [2, 0.93];

/** A proposal's chapters: the pieces that are likelier chapters than not; and the same with a doubtful piece more or less. */
export function divisionsOf(proposal: Proposal, chances: readonly number[]): Division[] {
  const likely = chances.map((chance) => chance >= 0.5);
  if (!likely.includes(true)) likely[chances.indexOf(Math.max(...chances))] = true;
  const doubtful = chances
    .map((chance, k) => ({ k, sure: Math.max(chance, 1 - chance) }))
    .filter(({ sure }) => sure < isSafe)
    .sort((a, b) => a.sure - b.sure)
    .slice(0, mostTried);
  const tried = [likely];
  for (const { k } of doubtful) tried.push(...tried.map((taken) => taken.map((each, at) => (at === k ? !each : each))));
  return tried.filter((taken) => taken.includes(true)).map((taken) => divisionOf(proposal, chances, taken));
}

/** What is left out at an end is no chapter, what is left out between two belongs to the one above. */
function divisionOf(
  { pieces, rows, finder }: Proposal,
  chances: readonly number[],
  taken: readonly boolean[],
): Division {
  const last = taken.lastIndexOf(true);
  const chapters: Piece[] = [];
  pieces.forEach((piece, k) => {
    const above = chapters.at(-1);
    if (taken[k]) chapters.push(piece);
    else if (above?.to === piece.at && (k < last || isOfChapter(piece, rows[k]!)))
      chapters[chapters.length - 1] = { ...above, to: piece.to };
  });
  const own = chances.map((chance, k) => (taken[k] ? chance : 1 - chance));
  return { finders: [finder], pieces, rows, taken, chances: own, chapters };
}

/** What is below the last chapter belongs to it, unless its heading is that of notes or a preface, or editors speak in it. */
function isOfChapter({ form, line }: Piece, row: PieceFeatures): boolean {
  const isOwn = form === "title" || (form === "front" && row.editors === 0);
  return isOwn && line?.isListed !== true && row["is matter"] === 0;
}

/** Each division once, with all finders that propose it. */
export function unlike(all: readonly Division[]): Division[] {
  const found = new Map<string, Division>();
  for (const each of all) {
    const key = each.chapters.map(({ at }) => at).join();
    const known = found.get(key);
    const better = known === undefined || doubtOf(each) < doubtOf(known) ? each : known;
    found.set(key, { ...better, finders: [...(known?.finders ?? []), ...each.finders] });
  }
  return [...found.values()];
}

/** How unlikely it is that all pieces are what they are taken for. */
export function doubtOf({ chances }: Division, from = 0, to = chances.length): number {
  return sumOf(chances.slice(from, to), (chance) => -Math.log(Math.max(1e-3, chance)));
}
