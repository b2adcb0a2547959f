import type { Block } from "@plotline/formats";
import { headingAt, isOtherHeading, isShortTitle, isSummaryHeading, isUnitName, namesChapter } from "./blocks.ts";

/**
 * Tables without the names of their columns; what a column such as "Analysis" has is under a heading of that name. Where
 * one column has the act and another the scene, both are one heading; an empty cell goes on with what is above it.
 */
export function withoutColumnNames(blocks: readonly Block[]): Block[] {
  let columns: string[] = [];
  let units: string[] = [];
  return rowsOf(blocks).flatMap((row) => {
    const [first] = row;
    if (first?.cell === undefined) return row;
    const areNames = isColumnNames(row);
    if (areNames || first.cell.row === 0) [columns, units] = [[], []];
    if (areNames) for (const { cell, text } of row) columns[cell!.column] = text;
    if (areNames) return [];
    const inUnits = row.filter(({ cell }) => isUnitName(columns[cell!.column] ?? ""));
    for (const { cell, text } of inUnits) units[cell!.column] = `${columns[cell!.column]} ${text}`;
    const isJoined = columns.filter(isUnitName).length > 1;
    const blocks = row.flatMap((block) => {
      const name = columns[block.cell!.column] ?? "";
      if (isJoined && inUnits.includes(block)) return [];
      return isOtherHeading(name) ? [headingAt(block, name), block, headingAt(block, "Summary")] : [block];
    });
    return isJoined ? [headingAt(first, units.filter(Boolean).join(", ")), ...blocks] : blocks;
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
  const isName = (text: string) => isSummaryHeading(text) || isOtherHeading(text) || isUnitName(text);
  if (!row.every(({ text }) => isName(text) || (isShortTitle(text) && !namesChapter(text)))) return false;
  return row.every(({ cell }) => cell!.isHeader === true) || row.some(({ text }) => isName(text));
}
