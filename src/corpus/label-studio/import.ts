import { faultIn, parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import { counted } from "../../wording.ts";
import { add } from "../annotations/history.ts";
import type { AnnotatorDecisions } from "../annotations/settlement.ts";
import { type Decided, decided, type Sheet, type SheetStep } from "../annotations/sheet.ts";
import { readSheet, saveSheet } from "../annotations/sheet-store.ts";
import { byPlace, type Cell, cellKey } from "../cells.ts";
import { folderName } from "../folder-name.ts";
import { findWork } from "../open.ts";
import { nameFault } from "../people/person-name.ts";
import type { Chapter, Corpus, Work } from "../types.ts";
import {
  type LabelStudioAnnotation,
  type LabelStudioRegion,
  type LabelStudioRelation,
  type LabelStudioTask,
  type LabelStudioText,
  pointLabels,
  relationLabels,
  tasksSchema,
} from "./format.ts";

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
) {
  const sheets = await Promise.all(
    tasks.map(async (task) => {
      const work = findWork(corpus, task.data.work);
      const chapter = await corpus.chapter(work, task.data.chapter);
      return voicesOf(task, chapter, as).map((voice) => ({ work, number: chapter.number, voice }));
    }),
  );
  const all = sheets.flat();
  if (!replace) for (const each of all) await mustLoseNothing(corpus, each);
  const imported: Awaited<ReturnType<typeof save>>[] = [];
  for (const { work, number, voice } of all) imported.push(await save(corpus, work, number, voice));
  return imported;
}

/** Refuses the import where a person would lose links that they made here. */
async function mustLoseNothing(
  corpus: Corpus,
  { work, number, voice }: { work: Work; number: number; voice: AnnotatorDecisions },
): Promise<void> {
  const here = decided(await readSheet(corpus, { annotator: voice.name, work, number }));
  const lost = stepsTo(here, voice.decided).flatMap((step) => (step.act === "unlink" ? step.cells : [])).length;
  if (lost > 0)
    throw new Problem(
      `${voice.name} has ${counted(lost, "link")} in "${work.title}", place ${number + 1}, that Label Studio does not have. Nothing was imported.`,
      "replaced sheets",
    );
}

async function save(corpus: Corpus, work: Work, number: number, voice: AnnotatorDecisions) {
  const sheet = { annotator: voice.name, work, number };
  const before = await readSheet(corpus, sheet);
  const steps = stepsTo(decided(before), voice.decided);
  if (steps.length > 0)
    await saveSheet(corpus, sheet, {
      seen: before.revision,
      change: (now) => steps.reduce<Sheet>(add, now),
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
    ...(linked.length > 0 ? [{ act: "link" as const, cells: linked }] : []),
    ...(refused.length > 0 ? [{ act: "refuse" as const, cells: refused }] : []),
    ...flags("done", from.done, to.done),
    ...noted
      .filter((summary) => noteOf(from, summary) !== noteOf(to, summary))
      .map((summary) => ({ act: "note" as const, summary, text: noteOf(to, summary) })),
  ];
}

/** The tasks in a file of Label Studio's JSON; `name` is the file, for the sentence when it is something else. */
export function parseTasks(json: string, name: string): LabelStudioTask[] {
  const value = parsedJson(json);
  if (value === undefined) throw new Problem(`${name} is not JSON; export it from Label Studio as JSON.`);
  const parsed = tasksSchema.safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data;
  throw new Problem(
    `${name} does not hold tasks that plotline made: ${faultIn(parsed.error)}. Export the project as JSON (not JSON-MIN).`,
  );
}

/**
 * What each annotator of a task decided: the newest annotation of each name. `as` names whoever Label Studio does not.
 * The task must be about the same texts as the chapter.
 */
export function voicesOf(task: LabelStudioTask, chapter: Chapter, as?: string): AnnotatorDecisions[] {
  mustBeAbout(task, chapter);
  const newest = new Map<string, LabelStudioAnnotation>();
  for (const annotation of task.annotations) {
    if (annotation.was_cancelled) continue;
    const name = nameOf(annotation, as);
    const before = newest.get(name);
    if (before === undefined || (before.updated_at ?? "") <= (annotation.updated_at ?? ""))
      newest.set(name, annotation);
  }
  return [...newest].map(([name, annotation]) => ({ name, decided: decidedIn(annotation, chapter) }));
}

function mustBeAbout({ data }: LabelStudioTask, { work, number, summary, story }: Chapter): void {
  const same = (texts: readonly string[], given: readonly { text: string }[]) =>
    texts.length === given.length && texts.every((text, k) => plain(text) === plain(given[k]?.text ?? ""));
  if (same(summary, data.points) && same(story, data.paragraphs)) return;
  throw new Problem(
    `"${work}", place ${number + 1}: the texts in Label Studio are not those of the corpus, so its links would not fit; nothing was imported.`,
  );
}

function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** What the person wrote as their name, else whom Label Studio names. */
function nameOf({ result, completed_by: by }: LabelStudioAnnotation, as: string | undefined): string {
  const said = result.filter(isText).find(({ from_name }) => from_name === "annotator")?.value.text;
  const own = typeof said === "string" ? said : said?.[0];
  const known = typeof by === "object" && by !== null ? by : { id: by };
  const full = [known.first_name, known.last_name].filter(Boolean).join(" ");
  const given = own?.trim() || as || full || known.email?.split("@")[0];
  const name = given || (known.id == null ? "Label Studio" : `Label Studio ${known.id}`);
  return nameFault(name) === undefined ? name : folderName(name).slice(0, 60);
}

function decidedIn({ result }: LabelStudioAnnotation, { summary, story }: Chapter): Decided {
  const regions = result.filter(isRegion);
  const indicesOf = (id: string, side: string, count: number) => {
    const found = regions.find((each) => each.id === id && each.to_name === side)?.value;
    const length = found === undefined ? 0 : Math.max(0, Math.min(found.end, count - 1) - found.start + 1);
    return Array.from({ length }, (_, k) => (found?.start ?? 0) + k);
  };
  const cells = (label: string) => {
    const found = result
      .filter(isRelation)
      .filter(({ labels }) => (labels?.[0] ?? relationLabels.linked) === label)
      .flatMap(({ from_id, to_id }) =>
        [
          [from_id, to_id],
          [to_id, from_id],
        ].flatMap(([point = "", paragraph = ""]) =>
          indicesOf(point, "points", summary.length).flatMap((bullet) =>
            indicesOf(paragraph, "paragraphs", story.length).map((each) => ({ summary: bullet, story: each })),
          ),
        ),
      );
    return unique(found);
  };
  const points = regions.filter(({ to_name, value }) => to_name === "points" && value.start < summary.length);
  const labelled = (label: string) =>
    [
      ...new Set(points.filter(({ value }) => value.paragraphlabels.includes(label)).map(({ value }) => value.start)),
    ].sort((a, b) => a - b);
  const linked = cells(relationLabels.linked);
  const has = new Set(linked.map((cell) => cell.summary));
  return {
    linked,
    refused: cells(relationLabels.refused),
    commentary: labelled(pointLabels.noMatch).filter((bullet) => !has.has(bullet)),
    done: labelled(pointLabels.done),
    notes: points.flatMap(({ value, meta }) => {
      const text = meta?.text.join(" ").trim() ?? "";
      return text === "" ? [] : [{ summary: value.start, text }];
    }),
  };
}

function unique(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()].sort(byPlace);
}

type Result = LabelStudioAnnotation["result"][number];

function isRegion(result: Result): result is LabelStudioRegion {
  return result.type === "paragraphlabels" && "value" in result;
}

function isRelation(result: Result): result is LabelStudioRelation {
  return result.type === "relation" && "from_id" in result;
}

function isText(result: Result): result is LabelStudioText {
  return result.type === "textarea" && "value" in result;
}
