import { faultIn, parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import type { Decided } from "../annotations/annotation.ts";
import type { Voice } from "../annotations/settlement.ts";
import { byPlace, type Cell, cellKey } from "../cells.ts";
import { folderName } from "../folder-name.ts";
import { nameFault } from "../people/person-name.ts";
import type { Chapter } from "../types.ts";
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
export function voicesOf(task: LabelStudioTask, chapter: Chapter, as?: string): Voice[] {
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
