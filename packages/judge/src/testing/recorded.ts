import { readFileSync } from "node:fs";
import type { Chapter } from "@plotline/align";
import { type Judgement, judgeChapter, outcomesOf } from "../align.ts";
import { type CellOutcome, fitCalibration, worthless } from "../calibration.ts";
import type { Ask } from "../model/request.ts";
import { type OwnReader, ownReader } from "../own.ts";
import { planChapter } from "../prompt/plan.ts";
import { goldLinks, sampleChapters } from "../try-out.ts";

/** A chapter with gold, and what a careful reader answered about it. */
export interface Recorded {
  readonly chapter: Chapter & { readonly gold: NonNullable<Chapter["gold"]> };
  readonly answer: string;
}

/**
 * Nine chapters of the sample and the open corpus as they were when a careful reader answered the requests of
 * `plotline align --batch`: guides that were corrected since do not take answers away. The question had other words then.
 */
export function recordedChapters(): Recorded[] {
  const rows = JSON.parse(readFileSync(new URL("../fixtures/recorded.json", import.meta.url), "utf8")) as Row[];
  const sample = sampleChapters();
  return rows.map(({ answer, gold, ...texts }) => {
    const shipped = sample.find(({ work, number }) => work === texts.work && number === texts.number);
    const chapter = { ...texts, ...shipped, gold: shipped?.gold ?? goldLinks(gold) };
    return { chapter, answer: JSON.stringify(answer) };
  });
}

type Row = Omit<Chapter, "gold"> & { readonly answer: object; readonly gold: [number, number][] };

/** What becomes of a reader's answers, whoever gives them. */
export async function judgements(
  answers: (recorded: Recorded) => string | Ask,
  { read, context = 32_000 }: { readonly read?: OwnReader; readonly context?: number } = {},
): Promise<{ readonly judgement: Judgement; readonly gold: Recorded["chapter"]["gold"] }[]> {
  const own = read ?? (await ownReader());
  const settings = { model: "careful-reader", style: "evidence", context } as const;
  const found = [];
  for (const recorded of recordedChapters()) {
    const given = answers(recorded);
    const plan = await planChapter(recorded.chapter, own, settings);
    const judgement = await judgeChapter(plan, typeof given === "string" ? async () => ({ text: given }) : given);
    found.push({ judgement: judgement!, gold: recorded.chapter.gold });
  }
  return found;
}

/** The calibration that ships: fitted on the recorded answers, with nothing assumed. */
export async function calibrationFile(): Promise<{ readonly outcomes: readonly CellOutcome[]; readonly text: string }> {
  const judged = await judgements(({ answer }) => answer);
  const outcomes = judged.flatMap(({ judgement, gold }) => outcomesOf(judgement, gold));
  const fitted = fitCalibration(outcomes, worthless);
  const rounded = JSON.stringify(
    fitted,
    (_, value) => (typeof value === "number" ? Number(value.toFixed(2)) : value),
    2,
  );
  return { outcomes, text: `${rounded}\n` };
}
