import { Problem } from "../../problem.ts";
import { counted } from "../../wording.ts";
import { type Annotation, type Decided, decide, decided, type SheetStep } from "../annotations/annotation.ts";
import { readAnnotation, saveAnnotation } from "../annotations/annotation-store.ts";
import type { Voice } from "../annotations/settlement.ts";
import { type Cell, cellKey } from "../cells.ts";
import { findWork } from "../open.ts";
import type { Corpus, Work } from "../types.ts";
import type { LabelStudioTask } from "./format.ts";
import { voicesOf } from "./read.ts";

/** A sheet that was taken over. */
export interface ImportedSheet {
  readonly annotator: string;
  readonly work: string;
  readonly number: number;
  readonly links: number;
  readonly isChanged: boolean;
}

interface ImportOptions {
  /** The name of annotators whom Label Studio does not name. */
  readonly as?: string;
  /** Links that a person has here and not there may go; they can be undone in the app. */
  readonly replace?: boolean;
}

/** Takes what was annotated in Label Studio into the sheets of annotators, as steps on top of what they did here. */
export async function importTasks(
  corpus: Corpus,
  tasks: readonly LabelStudioTask[],
  { as, replace = false }: ImportOptions = {},
): Promise<ImportedSheet[]> {
  const sheets = await Promise.all(
    tasks.map(async (task) => {
      const work = findWork(corpus, task.data.work);
      const chapter = await corpus.chapter(work, task.data.chapter);
      return voicesOf(task, chapter, as).map((voice) => ({ work, number: chapter.number, voice }));
    }),
  );
  const all = sheets.flat();
  if (!replace) for (const each of all) await mustLoseNothing(corpus, each);
  const imported: ImportedSheet[] = [];
  for (const { work, number, voice } of all) imported.push(await save(corpus, work, number, voice));
  return imported;
}

/** Refuses the import where a person would lose links that they made here. */
async function mustLoseNothing(
  corpus: Corpus,
  { work, number, voice }: { work: Work; number: number; voice: Voice },
): Promise<void> {
  const here = decided(await readAnnotation(corpus, { annotator: voice.name, work, number }));
  const lost = stepsTo(here, voice.decided).flatMap((step) => (step.act === "unlink" ? step.cells : [])).length;
  if (lost > 0)
    throw new Problem(
      `${voice.name} has ${counted(lost, "link")} in "${work.title}", place ${number + 1}, that Label Studio does not have. Nothing was imported.`,
      "replaced sheets",
    );
}

async function save(corpus: Corpus, work: Work, number: number, voice: Voice): Promise<ImportedSheet> {
  const sheet = { annotator: voice.name, work, number };
  const before = await readAnnotation(corpus, sheet);
  const steps = stepsTo(decided(before), voice.decided);
  if (steps.length > 0)
    await saveAnnotation(corpus, sheet, {
      seen: before.revision,
      change: (now) => steps.reduce<Annotation>(decide, now),
    });
  const links = voice.decided.linked.length;
  return { annotator: voice.name, work: work.title, number, links, isChanged: steps.length > 0 };
}

/** The steps that lead from one state of a sheet to another. */
function stepsTo(from: Decided, to: Decided): SheetStep[] {
  const marks = (state: Decided) =>
    new Map([
      ...state.refused.map((cell) => [cellKey(cell), "refuse"] as const),
      ...state.linked.map((cell) => [cellKey(cell), "link"] as const),
    ]);
  const [before, after] = [marks(from), marks(to)];
  const cellsWhere = (all: Decided, isWanted: (key: number) => boolean) =>
    [...all.linked, ...all.refused].filter((cell) => isWanted(cellKey(cell)));
  const gone = cellsWhere(from, (cell) => !after.has(cell));
  const linked = to.linked.filter((cell) => before.get(cellKey(cell)) !== "link");
  const refused = to.refused.filter((cell) => before.get(cellKey(cell)) !== "refuse");
  const flags = (act: "commentary" | "done", was: readonly number[], is: readonly number[]): SheetStep[] => [
    ...was.filter((summary) => !is.includes(summary)).map((summary) => ({ act, summary, is: false })),
    ...is.filter((summary) => !was.includes(summary)).map((summary) => ({ act, summary, is: true })),
  ];
  const noteOf = (state: Decided, summary: number) => state.notes.find((note) => note.summary === summary)?.text ?? "";
  const noted = [...new Set([...from.notes, ...to.notes].map(({ summary }) => summary))];
  return [
    ...(gone.length > 0 ? [{ act: "unlink" as const, cells: gone }] : []),
    ...flags("commentary", from.commentary, to.commentary),
    ...(linked.length > 0 ? [{ act: "link" as const, cells: linked.map(plain) }] : []),
    ...(refused.length > 0 ? [{ act: "refuse" as const, cells: refused.map(plain) }] : []),
    ...flags("done", from.done, to.done),
    ...noted
      .filter((summary) => noteOf(from, summary) !== noteOf(to, summary))
      .map((summary) => ({ act: "note" as const, summary, text: noteOf(to, summary) })),
  ];
}

function plain({ summary, story }: Cell) {
  return { summary, story };
}
