import { type Alignment, byPlace, type Cell, cellKey, cellSet, without } from "@plotline/align";
import { useMemo } from "preact/hooks";

interface GridProps {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly links: Alignment;
  readonly gold?: Alignment;
  readonly cell: Cell | undefined;
  onCell(cell: Cell | undefined): void;
}

/** How a cell compares with gold: right, wrong, missed; plain where there is no gold to compare with. */
type Verdict = "plain" | "right" | "wrong" | "missed";

interface Judged extends Cell {
  readonly verdict: Verdict;
}

/** One alignment matrix; the mouse or the arrow keys choose a cell. */
export function Grid({ name, rows, columns, links, gold, cell, onCell }: GridProps) {
  const cells = useMemo(() => judge(links, gold), [links, gold]);
  const walk = (event: KeyboardEvent) => {
    const next = walked(event.key, cell, cells, { rows, columns });
    if (next === cell) return;
    event.preventDefault();
    onCell(next);
  };
  return (
    <svg
      class="grid"
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="none"
      role="application"
      aria-roledescription="alignment matrix"
      aria-label={`${name}: ${links.length} links between ${rows} points and ${columns} paragraphs; the arrow keys move, Enter goes to the next link`}
      tabindex={0}
      onKeyDown={walk}
      onMouseMove={(event) => onCell(cellAt(event, rows, columns))}
      onMouseLeave={() => onCell(undefined)}
    >
      {cells.map(({ summary, story, verdict }) => (
        <rect key={`${summary} ${story}`} class={verdict} x={story} y={summary} width={1} height={1} />
      ))}
      {cell !== undefined && <path class="cross" d={crossAt(cell, rows, columns)} />}
    </svg>
  );
}

/** The row and the column that are pointed at. */
function crossAt({ summary, story }: Cell, rows: number, columns: number): string {
  return `M0 ${summary}h${columns}v1h-${columns}zM${story} 0h1v${rows}h-1z`;
}

function judge(links: Alignment, gold: Alignment | undefined): Judged[] {
  if (gold === undefined) return links.map((link) => ({ ...link, verdict: "plain" }));
  const right = cellSet(gold);
  return [
    ...without(gold, links).map((link) => ({ ...link, verdict: "missed" as const })),
    ...links.map((link) => ({ ...link, verdict: right.has(cellKey(link)) ? ("right" as const) : ("wrong" as const) })),
  ];
}

function cellAt(event: MouseEvent, rows: number, columns: number): Cell | undefined {
  if (!(event.currentTarget instanceof Element)) return undefined;
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const summary = Math.floor(((event.clientY - top) / height) * rows);
  const story = Math.floor(((event.clientX - left) / width) * columns);
  if (summary < 0 || story < 0 || summary >= rows || story >= columns) return undefined;
  return { summary, story };
}

const strides: Readonly<Record<string, Cell>> = {
  ArrowUp: { summary: -1, story: 0 },
  ArrowDown: { summary: 1, story: 0 },
  ArrowLeft: { summary: 0, story: -1 },
  ArrowRight: { summary: 0, story: 1 },
};

/** Where a key leads: a cell further, on to the next drawn cell, away from all; other keys lead nowhere. */
function walked(
  key: string,
  cell: Cell | undefined,
  drawn: readonly Cell[],
  { rows, columns }: Pick<GridProps, "rows" | "columns">,
): Cell | undefined {
  if (key === "Escape") return undefined;
  if (key === "Enter") return nextOf(drawn, cell);
  const stride = strides[key];
  if (stride === undefined) return cell;
  if (cell === undefined) return nextOf(drawn, undefined) ?? { summary: 0, story: 0 };
  return {
    summary: Math.min(Math.max(cell.summary + stride.summary, 0), rows - 1),
    story: Math.min(Math.max(cell.story + stride.story, 0), columns - 1),
  };
}

/** The next drawn cell in reading order, and after the last one the first again. */
function nextOf(drawn: readonly Cell[], cell: Cell | undefined): Cell | undefined {
  const inOrder = drawn.toSorted(byPlace);
  return inOrder.find((each) => cell !== undefined && byPlace(cell, each) < 0) ?? inOrder[0];
}
