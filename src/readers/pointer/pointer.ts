import type { ClozeQuestion } from "../../tasks/cloze.ts";
import type { CandidateSet, Protocol } from "../../tasks/options.ts";
import type { NamedChapter, NamedWork } from "../../tasks/work.ts";
import { softmax } from "../softmax.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { type Exhibit, exhibitor, rowsOf } from "./exhibit.ts";
import type { Panel } from "./panel.ts";
import { askedOf } from "./question.ts";
import { WorkReading } from "./reading.ts";

/** The pointer: which evidence it looks at, and who judges it. */
export interface Pointer {
  readonly about: string;
  readonly evidence: readonly Evidence[];
  readonly panels: Readonly<Record<Protocol, Panel>>;
}

/** The chance of each option of a question, in the order of its options. */
export type Answerer = (question: ClozeQuestion, set: CandidateSet) => number[];

/** Reads a work once; then each chapter with all its questions, as a protocol allows; then answers. */
export function openWork(
  { evidence, panels }: Pointer,
  work: NamedWork,
): (chapter: NamedChapter, questions: readonly ClozeQuestion[], protocol: Protocol) => Answerer {
  const reading = new WorkReading(work);
  return (chapter, questions, protocol) => {
    const show = exhibitor(chapter, questions, protocol, reading, evidence);
    let last: Exhibit | undefined;
    return (question, set) => {
      if (last?.question !== question) last = show(askedOf(question, chapter, reading));
      return chances(panels[protocol], last, set);
    };
  };
}

/** The mean of the members' opinions; 0 for an option that the bullet itself names. */
export function chances(panel: Panel, exhibit: Exhibit, set: CandidateSet): number[] {
  const rows = rowsOf(exhibit, set);
  const free = rows.filter((row) => row >= 0);
  const mean = new Float64Array(free.length);
  for (const scores of panel.scores(exhibit, free))
    softmax(scores).forEach((chance, k) => {
      mean[k]! += chance / panel.members.length;
    });
  const byRow = new Map(free.map((row, k) => [row, mean[k]!]));
  return rows.map((row) => byRow.get(row) ?? 0);
}
