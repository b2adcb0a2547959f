import type { ReaderResult } from "@plotline/align";
import { figure, type Table } from "./alignment-table.ts";

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
