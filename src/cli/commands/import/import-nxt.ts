import type { Command } from "commander";
import { mustBeFree } from "../../../ingest/free-titles.ts";
import { type NxtPlan, type NxtWork, planNxt, writeNxt } from "../../../ingest/import-nxt.ts";
import type { Meeting } from "../../../ingest/nxt/meeting.ts";
import { type Common, command } from "../../command.ts";
import { counted, print, printJson, warn } from "../../print/print.ts";
import { textTable } from "../../print/text-table.ts";
import { wrap } from "../../print/wrap.ts";

interface NxtCommandOptions extends Common {
  readonly into: string;
  readonly parts?: readonly string[];
  readonly source?: string;
  readonly licence?: string;
  readonly dryRun?: boolean;
}

export function importNxtCommand(): Command {
  return command(
    "nxt <folder>",
    "Bring meetings of the NITE XML Toolkit (AMI, ICSI) into a corpus: each series of meetings a work, each meeting a chapter, each turn of a speaker a paragraph, each sentence of the summary a point with its links.",
    [
      "import nxt meetings --into my-corpus --dry-run",
      'import nxt meetings --into my-corpus --parts abstract,decisions --licence "CC BY 4.0"',
    ],
  )
    .requiredOption("--into <corpus>", "the corpus folder; made if it is not there")
    .option("--parts <names>", "only these parts of the summaries: abstract,decisions", (text) => text.split(","))
    .option("--source <text>", "where the meetings are from, for the record")
    .option("--licence <text>", "what may be done with them, for the record")
    .option("--dry-run", "show everything, write nothing")
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
  const { source, licence, into } = options;
  const rights = { ...(source !== undefined && { source }), ...(licence !== undefined && { licence }) };
  const plan = planNxt(folder, { parts: options.parts, rights });
  await mustBeFree(
    into,
    plan.works.map(({ work }) => work.title),
  );
  if (options.dryRun !== true) await writeNxt(into, plan);
  if (options.json) return printJson(resultOf(plan, options.dryRun !== true));
  if (!options.quiet) print(overview(plan));
  for (const note of notesOf(plan)) warn(wrap(note), options);
  const meetings = plan.works.flatMap((work) => work.meetings);
  print(
    `${counted(plan.works.length, "work")}, ${counted(meetings.length, "meeting")}, ${counted(
      sum(meetings, (each) => each.points.length),
      "point",
    )}, ${counted(sum(meetings, linksIn), "link")}.`,
  );
  print(options.dryRun ? "Nothing was written (--dry-run)." : `Written to ${into}.`);
}

function overview({ works }: NxtPlan): string {
  const rows = works.map(({ work, meetings }: NxtWork) => [
    work.title,
    String(meetings.length),
    String(sum(meetings, ({ turns }) => turns.length)),
    String(sum(meetings, ({ points }) => points.length)),
    String(sum(meetings, linksIn)),
    String(sum(meetings, outside)),
  ]);
  return textTable(["work", "meetings", "turns", "points", "links", "words left out"], rows);
}

function notesOf({ works, empty, repeated }: NxtPlan): string[] {
  const meetings = works.flatMap((work) => work.meetings);
  const [left, sounds, broken] = [
    sum(meetings, outside),
    sum(meetings, (each) => each.sounds),
    sum(meetings, (each) => each.broken),
  ];
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

function resultOf({ works, empty, repeated }: NxtPlan, written: boolean) {
  return {
    written,
    works: works.map(({ work, meetings }) => ({
      title: work.title,
      meetings: meetings.map((meeting) => ({
        name: meeting.name,
        turns: meeting.turns.length,
        points: meeting.points.length,
        links: meeting.links?.length ?? null,
        words: meeting.words,
        sounds: meeting.sounds,
        broken: meeting.broken,
      })),
    })),
    empty,
    repeated,
  };
}

function linksIn({ links }: Meeting): number {
  return links?.length ?? 0;
}

function outside({ words }: Meeting): number {
  return words.all - words.inTurns;
}

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0);
}
