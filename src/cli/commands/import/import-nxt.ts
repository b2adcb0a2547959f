import type { Command } from "commander";
import { type NxtPlan, planNxt } from "../../../ingest/import-nxt.ts";
import type { Meeting } from "../../../ingest/nxt/meeting.ts";
import { sumOf } from "../../../lists.ts";
import { command } from "../../command.ts";
import { counted } from "../../print/print.ts";
import { textTable } from "../../print/text-table.ts";
import { countsOf, importWorks, rightsIn, type WorksImport, withWorksImport } from "./import-works.ts";

interface NxtCommandOptions extends WorksImport {
  readonly parts?: readonly string[];
}

export function importNxtCommand(): Command {
  const made = command(
    "nxt <folder>",
    "Bring meetings of the NITE XML Toolkit (AMI, ICSI) into a corpus: each series of meetings a work, each meeting a chapter, each turn of a speaker a paragraph, each sentence of the summary a point with its links.",
    [
      "import nxt meetings --into my-corpus --dry-run",
      'import nxt meetings --into my-corpus --parts abstract,decisions --licence "CC BY 4.0"',
    ],
  );
  return withWorksImport(made)
    .option("--parts <names>", "only these parts of the summaries: abstract,decisions", (text) => text.split(","))
    .addHelpText(
      "after",
      `
FOLDER and the folders in it are searched for MEETING.abssumm.xml (summaries),
MEETING.summlink.xml (which dialogue acts support which sentence),
MEETING.SPEAKER.dialog-act.xml or .dialogue-acts.xml, .words.xml, and
meetings.xml (roles). Dialogue acts of one speaker in a row are a turn, and a
sentence is linked to a turn if it is linked to an act in it.`,
    )
    .action(run);
}

async function run(folder: string, options: NxtCommandOptions): Promise<void> {
  const plan = planNxt(folder, { parts: options.parts, rights: rightsIn(options) });
  const works = plan.works.map(({ work }) => work);
  await importWorks(works, options, {
    result: resultOf(plan),
    overview: overview(plan),
    notes: notesOf(plan),
    chapter: "meeting",
  });
}

function overview({ works }: NxtPlan): string {
  const rows = works.map(({ work, meetings }) => {
    const { chapters, paragraphs, points, links } = countsOf(work);
    return [work.title, ...[chapters, paragraphs, points, links, sumOf(meetings, outside)].map(String)];
  });
  return textTable(["work", "meetings", "turns", "points", "links", "words left out"], rows);
}

function notesOf({ works, empty, repeated }: NxtPlan): string[] {
  const meetings = works.flatMap((work) => work.meetings);
  const left = sumOf(meetings, outside);
  const sounds = sumOf(meetings, (each) => each.sounds);
  const broken = sumOf(meetings, (each) => each.broken);
  const without = meetings.filter(({ links }) => links === undefined).map(({ name }) => name);
  return [
    ...(left > 0 ? [`left out: ${counted(left, "word")} that are in no dialogue act.`] : []),
    ...(sounds > 0 ? [`left out: ${counted(sounds, "sound")}, such as laughter, pauses and gaps.`] : []),
    ...(broken > 0 ? [`${counted(broken, "reference")} to something that is not there.`] : []),
    ...(without.length > 0 ? [`without a file of links, so without gold: ${without.join(", ")}.`] : []),
    ...(empty.length > 0 ? [`without words or without a summary, so left out: ${empty.join(", ")}.`] : []),
    ...(repeated.length > 0
      ? [`in several folders, of which the first is used: ${repeated.slice(0, 5).join(", ")}.`]
      : []),
  ];
}

function resultOf({ works, empty, repeated }: NxtPlan) {
  return {
    works: works.map(({ work, meetings }) => ({
      title: work.title,
      meetings: meetings.map(({ name, turns, points, links, words, sounds, broken }) => ({
        name,
        turns: turns.length,
        points: points.length,
        links: links?.length ?? null,
        words,
        sounds,
        broken,
      })),
    })),
    empty,
    repeated,
  };
}

function outside({ words }: Meeting): number {
  return words.all - words.inTurns;
}
