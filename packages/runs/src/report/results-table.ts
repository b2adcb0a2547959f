import { learnedWithTask, methods, type Score } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { modelDefaults, type Task, tasks } from "@plotline/questions";
import type { PaperResults } from "../paper/results.ts";
import { figure, type Table } from "./alignment-table.ts";
import { paperNames, paperRow } from "./paper.ts";
import { type TaskFigure, taskFigures } from "./task-figures.ts";

/** Random choice, without any story. */
const noContext = "No context";

/** An alignment against gold; what has not been measured is left out. */
interface Aligned extends Partial<Score> {
  readonly method: string;
  /** How many seeds an alignment that is drawn is the mean of. */
  readonly seeds?: number | undefined;
  /** Of the reader that an alignment is learned with. */
  readonly accuracy?: number;
}

/** One row of the paper's table. */
type ResultRow = Aligned & Readonly<Record<Task, readonly TaskFigure[]>>;

/** A row as it is set: ours and the paper's, five figures each. */
interface SetRow {
  readonly method: string;
  readonly g: string;
  readonly order: string;
  readonly ours: readonly string[];
  readonly paper: readonly string[];
}

const figureNames = ["P", "R", "F", "cloze", "completion"] as const;

/** The rows of the paper in its order, measured or not, then ours. */
export function resultRows({ alignment, encoder, cells, learned }: PaperResults): ResultRow[] {
  const aligned: Aligned[] = [
    ...[alignment, encoder].flatMap((each) => (each === undefined ? [] : evaluatedRows(each))),
    ...learned.filter(({ variant }) => variant === undefined).flatMap(learnedRows),
  ];
  const names = [
    ...new Set([...paperNames, ...aligned.map(({ method }) => method), ...cells.map((each) => each.alignment)]),
  ];
  const rows = names.map((method): ResultRow => {
    const figures = (task: Task) =>
      taskFigures(cells.filter((each) => each.task === task && each.alignment === method));
    const found = aligned.find((row) => row.method === method) ?? { method };
    const answered = found.accuracy === undefined ? [] : [learnedFigure(found.accuracy)];
    return { ...found, cloze: [...figures("cloze"), ...answered], completion: figures("completion") };
  });
  return rows.map((row) => (row.method === noContext ? { ...row, ...chanceOf(rows) } : row));
}

/** A row that compares vectors says by which encoder, whatever that is: the paper's own weights are not to be had. */
function evaluatedRows({ signature, methods: rows }: NonNullable<PaperResults["alignment"]>): Aligned[] {
  const [, encoder] = /encoder:([^|]*?)(?:-mean-\d+)?(?:\||$)/.exec(signature) ?? [];
  const needs = (name: string) => methods.find((each) => each.name === name)?.needsEncoder === true;
  return rows.map((row) => ({ ...row, method: needs(row.method) ? `${row.method} (by ${encoder})` : row.method }));
}

/** What was learned, and the same reader before it had learned anything; a size that is not the paper's is said. */
function learnedRows({ units = paperUnits, rounds, ...learned }: PaperResults["learned"][number]): Aligned[] {
  const done = rounds.filter(({ round }) => round !== "start" && round > 0).length;
  const size = units === paperUnits ? "" : ` (${units} units, ${done} ${done === 1 ? "round" : "rounds"})`;
  const method = `${learned.method}${size}`;
  const untrained = rounds.filter(({ round }) => round === 0);
  return [{ ...learned, method }, ...untrained.map((round) => ({ ...round, method: `${method}, untrained` }))];
}

const paperUnits = modelDefaults.hidden;

function learnedFigure(accuracy: number): TaskFigure {
  return { accuracy, seeds: [], spread: [accuracy, accuracy], chance: 0, passes: [], improving: false };
}

function chanceOf(rows: readonly ResultRow[]): Partial<Pick<ResultRow, Task>> {
  const found = tasks.flatMap((task) => {
    const known = rows.flatMap((row) => row[task].filter(({ chance }) => chance > 0));
    if (known.length === 0) return [];
    return [[task, [learnedFigure(sumOf(known, ({ chance }) => chance) / known.length)]] as const];
  });
  return Object.fromEntries(found);
}

/** The paper's table with ours next to it. */
export function setRows(results: PaperResults): SetRow[] {
  return resultRows(results).map((row) => {
    const paper = paperRow(row.method);
    const own = methods.find(({ name }) => name === row.method.replace(/ \(by .*\)$/, ""));
    const learned = row.method.startsWith(learnedWithTask);
    const mark = (is: boolean | undefined) => (is ? "✓" : "");
    return {
      method: row.seeds === undefined ? row.method : `${row.method} (${row.seeds} seeds)`,
      g: mark(paper?.g ?? own?.usesText ?? learned),
      order: mark(paper?.order ?? own?.usesOrder ?? learned),
      ours: [...[row.precision, row.recall, row.f].map(figure), ...tasks.map((task) => taskText(row[task][0]))],
      paper: [paper?.precision, paper?.recall, paper?.f, paper?.cloze, paper?.completion].map(figure),
    };
  });
}

function taskText(of: TaskFigure | undefined): string {
  return of === undefined ? "–" : `${figure(of.accuracy)}${of.improving ? "…" : ""}`;
}

/** The same as one plain table, for the app. */
export function resultsTable(results: PaperResults): Table {
  return {
    header: ["alignment", "g", "order", ...figureNames, ...figureNames.map((name) => `paper ${name}`)],
    rows: setRows(results).map(({ method, g, order, ours, paper }) => [method, g, order, ...ours, ...paper]),
  };
}

/** What each accuracy stands on. */
export function detailTable(results: PaperResults): Table {
  const rows = resultRows(results).flatMap((row) =>
    tasks.flatMap((task) =>
      row[task].filter(({ seeds }) => seeds.length > 0).map((of) => [row.method, task, ...detailCells(of)]),
    ),
  );
  const figures = ["rate", "seeds", "passes", "right", "95 % (works)", "blind", "held back", "CPU h", ""];
  return { header: ["alignment", "task", ...figures], rows };
}

function detailCells(of: TaskFigure): string[] {
  const { accuracy, spread, interval, blind, heldBack, seeds, elsewhere, passes, rate, improving, hours = 0 } = of;
  const range = seeds.length > 1 ? ` (${figure(spread[0])}–${figure(spread[1])})` : "";
  return [
    rate === undefined ? "–" : rate.toExponential(),
    seeds.map((seed) => (elsewhere?.includes(seed) ? `${seed}†` : seed)).join(" "),
    passes.join(" "),
    `${figure(accuracy)}${range}`,
    interval === undefined ? "–" : `${figure(interval[0])}–${figure(interval[1])}`,
    figure(blind),
    figure(heldBack),
    seeds.length === elsewhere?.length ? "–" : hours.toFixed(1),
    improving ? "not finished" : "ended",
  ];
}

/** What a table rests on: the hashes of what its figures were made from. */
export function resultsSignature({ alignment, cells }: PaperResults): string {
  const asked = [...new Set(cells.map(({ set, hashes }) => `set:${set}|corpus:${hashes.corpus}|test:${hashes.test}`))];
  return [alignment?.signature ?? "alignments:not evaluated", ...asked].join("\n");
}

/** The table for a README: a figure of ours followed by the paper's in italics, then what each accuracy stands on. */
export function resultsMarkdown(results: PaperResults): string {
  const rows = setRows(results).map((row) => [row.method, row.g, row.order, ...besidePaper(row)]);
  const details = detailTable(results);
  return [
    markdownTable({ header: ["alignment", "g", "order", ...figureNames], rows }, 3),
    "Ours, and the paper's in italics. *g*: uses a similarity of two texts; *order*: keeps the order of the story; …: a training had not yet gone three passes without improving on held-back works; those without a score count only where no seed has one. The alignment of CCCP was solved on the right answers, so how often they are then given says nothing about reading.",
    ...(details.rows.length === 0 ? [] : [markdownTable(details, 2)]),
    ...trainersOf(results.cells),
    ...resultsSignature(results)
      .split("\n")
      .map((line) => `\`${line}\``),
  ].join("\n\n");
}

/** A figure of ours followed by the paper's in italics. */
export function besidePaper({ ours, paper }: Pick<SetRow, "ours" | "paper">): string[] {
  return ours.map((own, k) => (paper[k] === "–" ? own : `${own} *${paper[k]}*`));
}

/** What trained the cells that this package did not. */
function trainersOf(cells: PaperResults["cells"]): string[] {
  const trainers = new Set(cells.flatMap(({ trainedBy }) => trainedBy ?? []));
  return trainers.size === 0 ? [] : [`†: trained by ${[...trainers].join(", ")}; the others on one CPU thread.`];
}

/** The first `left` columns are words, the others numbers. */
export function markdownTable({ header, rows }: Table, left: number): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  return [line(header), `|${header.map((_, k) => (k < left ? "---" : "--:")).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}

function plain(text: string): string {
  return text.replace(/[|\\]/g, "\\$&").replace(/\s+/g, " ");
}

/** The table in at most eighty columns: ours on the left, the paper's on the right. */
export function resultsText(results: PaperResults): string {
  const rows = setRows(results);
  const name = Math.min(longestName, Math.max(...rows.map(({ method }) => method.length)));
  const line = (method: string, g: string, order: string, ours: string, paper: string) =>
    `${shortened(method, name).padEnd(name)} ${g.padEnd(1)} ${order.padEnd(1)}  ${ours}  ${paper}`.trimEnd();
  const heads = ["P", "R", "F", "clz", "cmp"];
  const [left, right] = [cells(heads, ourWidths), cells(heads, paperWidths)];
  const rule = "─".repeat(name + 8 + left.length + right.length);
  const body = rows.map(({ method, g, order, ours, paper }) =>
    line(method, g, order, cells(ours, ourWidths), cells(paper, paperWidths)),
  );
  return [
    line("", "", "", "ours".padEnd(left.length), "paper"),
    line("alignment", "g", "t", left, right),
    rule,
    ...body,
    rule,
    "g: uses a similarity; t: keeps the order of time; clz, cmp: share of cloze and",
    "completion questions answered right; …: works held back still improved;",
    "–: not measured, or not in the paper.",
  ].join("\n");
}

/** The two halves and the marks leave this much. */
const longestName = 20;
const ourWidths = [4, 5, 4, 5, 5];
const paperWidths = [4, 5, 4, 4, 4];

function shortened(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 1)}…`;
}

function cells(figures: readonly string[], widths: readonly number[]): string {
  return widths.map((width, k) => (figures[k] ?? "").padStart(width)).join(" ");
}
