import type { NewWork } from "../corpus/changes/add-works.ts";
import type { Rights } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { NxtFolder } from "./nxt/folder.ts";
import { type Meeting, readMeeting } from "./nxt/meeting.ts";

export interface NxtOptions {
  /** Which parts of the summaries count: `abstract`, `decisions`; all unless given. */
  readonly parts?: readonly string[];
  readonly rights?: Rights;
  readonly onMeeting?: ((done: number, all: number) => void) | undefined;
}

/** A series of meetings of the same people: a work whose chapters are meetings. */
export interface NxtWork {
  readonly work: NewWork;
  readonly meetings: readonly Meeting[];
}

export interface NxtPlan {
  readonly works: readonly NxtWork[];
  /** Meetings without a spoken word or without a sentence: they are left out. */
  readonly empty: readonly string[];
  /** Names of files that are there several times. */
  readonly repeated: readonly string[];
}

/** Reads the meetings with summaries in a folder of NXT files; writes nothing. */
export function planNxt(path: string, options: NxtOptions = {}): NxtPlan {
  const folder = new NxtFolder(path);
  const names = folder.named(".abssumm.xml").map((name) => name.slice(0, -".abssumm.xml".length));
  if (names.length === 0)
    throw new Problem(`${path} has no summaries of meetings: no file in it is called MEETING.abssumm.xml.`);
  const meetings = names.map((name, done) => {
    options.onMeeting?.(done + 1, names.length);
    const meeting = readMeeting(folder, name, options.parts);
    folder.forget();
    return meeting;
  });
  const isEmpty = ({ turns, points }: Meeting) => turns.length === 0 || points.length === 0;
  const full = meetings.filter((meeting) => !isEmpty(meeting));
  if (full.length === 0)
    throw new Problem(
      `${path} has no meeting with words and a summary${options.parts === undefined ? "" : ` in the parts ${options.parts.join(", ")}`}.`,
    );
  const series = [...new Set(full.map(({ name }) => seriesOf(name)))];
  return {
    works: series.map((title) => {
      const own = full.filter(({ name }) => seriesOf(name) === title);
      return { work: workOf(title, own, options.rights), meetings: own };
    }),
    empty: meetings.filter(isEmpty).map(({ name }) => name),
    repeated: folder.repeated.filter((name) => names.some((meeting) => name.startsWith(`${meeting}.`))),
  };
}

/** ES2002a to ES2002d are one series, and so are Bmr001 to Bmr031. */
function seriesOf(name: string): string {
  return /^(.*\d)[a-z]$/.exec(name)?.[1] ?? /^([A-Za-z]{2,})\d+$/.exec(name)?.[1] ?? name;
}

function workOf(title: string, meetings: readonly Meeting[], rights: Rights = {}): NewWork {
  return {
    title,
    story: rights,
    summary: rights,
    headings: meetings.map(({ name }) => name),
    chapters: meetings.map(({ turns, points, links }) => ({
      story: turns,
      summary: points,
      ...(links !== undefined && links.length > 0 && { gold: links }),
    })),
  };
}
