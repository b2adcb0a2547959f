import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sumOf } from "../../lists.ts";
import { addressOf, addressText } from "../addresses/address.ts";
import type { AnnotatorDecisions } from "../annotations/settlement.ts";
import { readSettling } from "../annotations/settlement-store.ts";
import type { Decided } from "../annotations/sheet.ts";
import type { Cell } from "../cells.ts";
import { isFree } from "../rights.ts";
import type { Chapter, Corpus, Work } from "../types.ts";
import { labelingConfig, paragraphLabel, pointLabels, relationLabels } from "./format.ts";

/** Every chapter with a guide as a task of Label Studio, with what was annotated so far: `tasks.json`, and `config.xml`. */
export async function exportTasks(
  corpus: Corpus,
  works: readonly Work[],
  folder: string,
  { includeRestricted = false }: { readonly includeRestricted?: boolean } = {},
) {
  const wanted = works.filter((work) => includeRestricted || (isFree(work.story) && isFree(work.summary)));
  const tasks: ReturnType<typeof taskOf>[] = [];
  for (const work of wanted)
    for (const number of work.summarised) {
      const { chapter, sheets } = await readSettling(corpus, work, number);
      if (chapter.summary.length > 0 && chapter.story.length > 0)
        tasks.push(taskOf(chapter, addressText(addressOf(work, number)), sheets));
    }
  await writeFile(join(folder, "tasks.json"), `${JSON.stringify(tasks, undefined, 1)}\n`);
  await writeFile(join(folder, "config.xml"), labelingConfig);
  return {
    tasks: tasks.length,
    annotations: sumOf(tasks, ({ annotations }) => annotations.length),
    /** Works whose licence forbids redistribution or is unknown. */
    leftOut: works.filter((work) => !wanted.includes(work)).map(({ title }) => title),
  };
}

/** A chapter as a task of Label Studio: its texts, what each annotator decided, and a region for everything to start from. */
export function taskOf(chapter: Chapter, address: string, voices: readonly AnnotatorDecisions[]) {
  return {
    data: {
      work: chapter.work,
      chapter: chapter.number,
      address,
      points: numbered(chapter.summary),
      paragraphs: numbered(chapter.story),
    },
    annotations: voices.map(({ name, decided }) => ({ result: resultOf(chapter, name, decided) })),
    predictions: [
      {
        model_version: "plotline",
        result: [
          ...pointRegions(chapter, nothing),
          ...chapter.story.map((_, story) => paragraphRegion(chapter, story)),
        ],
      },
    ],
  };
}

const nothing: Decided = { linked: [], refused: [], commentary: [], done: [], notes: [] };

/** Counted from 1, as people count. */
function numbered(texts: readonly string[]): { number: string; text: string }[] {
  return texts.map((text, index) => ({ number: String(index + 1), text }));
}

function resultOf(chapter: Chapter, name: string, decided: Decided) {
  const cells = [...decided.linked, ...decided.refused];
  const stories = [...new Set(cells.map(({ story }) => story))].sort((a, b) => a - b);
  return [
    ...pointRegions(chapter, decided),
    ...stories.map((story) => paragraphRegion(chapter, story)),
    ...decided.linked.map((cell) => relationOf(cell, relationLabels.linked)),
    ...decided.refused.map((cell) => relationOf(cell, relationLabels.refused)),
    {
      id: "annotator",
      type: "textarea",
      from_name: "annotator",
      to_name: "points",
      origin: "manual",
      value: { text: [name] },
    },
  ];
}

function pointRegions({ summary }: Chapter, { done, commentary, notes }: Decided) {
  const noteOf = new Map(notes.map(({ summary, text }) => [summary, text]));
  return summary.map((text, index) => {
    const label = commentary.includes(index)
      ? pointLabels.noMatch
      : done.includes(index)
        ? pointLabels.done
        : pointLabels.open;
    const note = noteOf.get(index);
    const made = regionOf("point", "points", index, text, label);
    return note === undefined ? made : { ...made, meta: { text: [note] } };
  });
}

function paragraphRegion({ story }: Chapter, index: number) {
  return regionOf("paragraph", "paragraphs", index, story[index] ?? "", paragraphLabel);
}

/** All of one paragraph. Label Studio writes its number as text. */
function regionOf(name: string, side: string, index: number, text: string, label: string) {
  return {
    id: `${name}-${index + 1}`,
    type: "paragraphlabels",
    from_name: name,
    to_name: side,
    origin: "manual",
    value: {
      start: String(index),
      end: String(index),
      startOffset: 0,
      endOffset: text.length,
      text,
      paragraphlabels: [label],
    },
  };
}

function relationOf({ summary, story }: Cell, label: string) {
  return {
    type: "relation",
    from_id: `point-${summary + 1}`,
    to_id: `paragraph-${story + 1}`,
    direction: "right",
    labels: [label],
  };
}
