import type { Evaluation, MethodResult, ReaderResult } from "@plotline/align";
import { paperRow } from "./paper.ts";

/** A table as cells: the CLI sets it in columns, the report in HTML or Markdown. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Precision, recall and F of each method next to the paper's. `missing`: methods that were left out, and why. */
export function alignmentTable({ methods }: Pick<Evaluation, "methods">, missing: ReadonlyMap<string, string>): Table {
  const paper = (method: string) => {
    const row = paperRow(method);
    return row === undefined ? ["–", "–", "–"] : [figure(row.precision), figure(row.recall), figure(row.f)];
  };
  const found = methods.map((row) => [
    row.method,
    figure(row.precision),
    figure(row.recall),
    figure(row.f),
    `${figure(row.interval[0])}–${figure(row.interval[1])}`,
    ...paper(row.method),
  ]);
  const left = [...missing].map(([method, why]) => [method, "–", "–", "–", why, ...paper(method)]);
  // The longest name leaves the paper's P no letter of its own in eighty columns.
  return { header: ["method", "P", "R", "F", "95 % of F", "paper", "R", "F"], rows: [...found, ...left] };
}

/** Which rows were drawn by chance and how often, and that the paper's figures are of other chapters, in sentences. */
export function alignmentNotes(methods: readonly MethodResult[]): string[] {
  const drawn = methods.filter(({ seeds }) => seeds !== undefined);
  return [
    ...(drawn.length > 0
      ? [`${drawn.map(({ method }) => method).join(", ")}: the mean of ${drawn[0]?.seeds} seeds.`]
      : []),
    ...(methods.some(({ method }) => paperRow(method)) ? ["The paper's figures are of its own 360 chapters."] : []),
  ];
}

/** F of each method in each work: one row per work. */
export function workTable(methods: readonly MethodResult[]): Table {
  const works = methods[0]?.works ?? [];
  return {
    header: ["work", "chapters", ...methods.map((row) => row.method)],
    rows: works.map(({ work, chapters }, k) => [
      work,
      String(chapters),
      ...methods.map((row) => figure(row.works?.[k]?.f ?? 0)),
    ]),
  };
}

/** Three digits, without the zero in front: .452. */
export function figure(value: number | undefined): string {
  if (value === undefined) return "–";
  const digits = value.toFixed(3).replace(/^(-?)0\./, "$1.");
  return digits === "-.000" ? ".000" : digits;
}

/** A trained reader work by work, all of them in the last row. */
export function readerTable(reader: ReaderResult): Table & { readonly title: string } {
  const { task, alignment, works, questions, accuracy } = reader;
  const row = (name: string, asked: number, right: number) => [name, String(asked), figure(right)];
  return {
    title: `${task === "cloze" ? "Cloze" : "Completion"} on ${alignment}`,
    header: ["work", "questions", "right"],
    rows: [...works.map((work) => row(work.work, work.questions, work.right)), row("all", questions, accuracy)],
  };
}
