import { groupedBy } from "@plotline/base";
import { FromFiles, readIfThere } from "@plotline/corpus/node";
import { auditFiles, auditLine } from "./audit.ts";

const days = 7;

/** How many points each person closes on a day on which they work, over the last week, by the audit trail. */
export async function paceOf(folder: string, now = new Date()): Promise<ReadonlyMap<string, number>> {
  const first = new Date(now.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const files = (await auditFiles(folder)).filter(({ day }) => day >= first);
  const found = files.map(({ path }) => closedBy.get(folder, [path], () => closedIn(folder, path)));
  const byPerson = groupedBy((await Promise.all(found)).flat(), ({ who }) => who);
  return new Map(
    [...byPerson].map(([who, own]) => [who, own.reduce((sum, { points }) => sum + points, 0) / own.length]),
  );
}

interface Day {
  readonly who: string;
  readonly points: number;
}

const closedBy = new FromFiles<readonly Day[]>(100);

/** Most lines close nothing, and are not worth parsing. */
async function closedIn(folder: string, path: string): Promise<Day[]> {
  const lines = ((await readIfThere(folder, path)) ?? "").split("\n").filter((line) => line.includes('"closes":true'));
  const byPerson = groupedBy(lines, (line) => auditLine(line)?.who);
  return [...byPerson].flatMap(([who, own]) => (who === undefined ? [] : { who, points: own.length }));
}
