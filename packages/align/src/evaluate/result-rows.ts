import { pooled, type ReaderResult, type TaskFigure } from "./reader-result.ts";
import type { Score } from "./score.ts";

/** Random choice, without any story. */
export const noContext = "No context";
/** The alignment that is learned with the task. */
export const learnedWithTask = "CCCP";

/** One row of the paper's table; what has not been measured is left out. */
export interface ResultRow extends Partial<Score> {
  readonly method: string;
  /** Whether it compares texts, and whether it keeps their order; unknown for some methods. */
  readonly g?: boolean;
  readonly order?: boolean;
  readonly cloze?: TaskFigure;
  readonly completion?: TaskFigure;
}

type Aligned = Score & Pick<ResultRow, "method" | "g" | "order">;

/** Alignments and the readers that were trained on them, one row per method; chance is the row without context. */
export function resultRows(alignments: readonly Aligned[], readers: readonly ReaderResult[]): ResultRow[] {
  const names = new Set([...alignments.map(({ method }) => method), ...readers.map(({ alignment }) => alignment)]);
  const rows = [...names].map((method): ResultRow => {
    const own = readers.filter(({ alignment, protocol }) => alignment === method && protocol === "paper");
    const figures = (["cloze", "completion"] as const).map((task) => pooled(own.filter((each) => each.task === task)));
    const [cloze, completion] = figures;
    return {
      method,
      ...alignments.find((row) => row.method === method),
      ...(cloze && { cloze }),
      ...(completion && { completion }),
    };
  });
  return [withoutContext(rows), ...rows];
}

/** The average accuracy of random choice on the questions that most readers were asked. */
function withoutContext(rows: readonly ResultRow[]): ResultRow {
  const chanceOf = (task: "cloze" | "completion"): TaskFigure | undefined => {
    const most = rows
      .flatMap((row) => row[task] ?? [])
      .reduce<TaskFigure | undefined>((a, b) => (a !== undefined && a.questions >= b.questions ? a : b), undefined);
    if (most === undefined) return undefined;
    const { chance, questions } = most;
    return { accuracy: chance, interval: [chance, chance], chance, questions, seeds: [] };
  };
  const [cloze, completion] = [chanceOf("cloze"), chanceOf("completion")];
  return { method: noContext, ...(cloze && { cloze }), ...(completion && { completion }) };
}
