import type { Block } from "@plotline/formats";
import { headingAt, isOtherHeading, isShortTitle, isSummaryHeading, isUnitName, namesChapter } from "./blocks.ts";

/** Tables without the names of their columns; what a column such as "Analysis" has is under a heading of that name. */
export function withoutColumnNames(blocks: readonly Block[]): Block[] {
  let columns: string[] = [];
  return rowsOf(blocks).flatMap((row) => {
    const [first] = row;
    if (first?.cell === undefined) return row;
    const areNames = isColumnNames(row);
    if (areNames || first.cell.row === 0) columns = [];
    if (areNames) for (const { cell, text } of row) columns[cell!.column] = text;
    if (areNames) return [];
    return row.flatMap((block) => {
      const name = columns[block.cell!.column] ?? "";
      return isOtherHeading(name) ? [headingAt(block, name), block, headingAt(block, "Summary")] : [block];
    });
  });
}

/** What is in no table is a row by itself. */
function rowsOf(blocks: readonly Block[]): Block[][] {
  const rows: Block[][] = [];
  let before: Block["cell"];
  for (const block of blocks) {
    const { cell } = block;
    const isSameRow = cell !== undefined && cell.row === before?.row && cell.column >= before.column;
    if (isSameRow) rows.at(-1)!.push(block);
    else rows.push([block]);
    before = cell;
  }
  return rows;
}

function isColumnNames(row: readonly Block[]): boolean {
  if (!row.every(({ text }) => isShortTitle(text) && (!namesChapter(text) || isSummaryHeading(text)))) return false;
  const isName = (text: string) => isSummaryHeading(text) || isOtherHeading(text) || isUnitName(text);
  return row.every(({ cell }) => cell!.isHeader === true) || row.some(({ text }) => isName(text));
}
