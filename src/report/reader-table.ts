import type { ReaderResult } from "../evaluate/reader-result.ts";
import { figure, type Table } from "./alignment-table.ts";

/** A trained reader work by work, all of them in the last row. */
export function readerTable(reader: ReaderResult): Table & { readonly title: string } {
  const { task, alignment, works, questions, accuracy, hard } = reader;
  const isCloze = task === "cloze";
  const row = (name: string, asked: number, right: number, among: number | undefined) => [
    name,
    String(asked),
    figure(right),
    ...(isCloze ? [figure(among)] : []),
  ];
  return {
    title: `${isCloze ? "Cloze" : "Completion"} on ${alignment}`,
    header: ["work", "questions", "right", ...(isCloze ? ["hard candidates"] : [])],
    rows: [
      ...works.map((work) => row(work.work, work.questions, work.right, work.hard)),
      row("all", questions, accuracy, hard),
    ],
  };
}
