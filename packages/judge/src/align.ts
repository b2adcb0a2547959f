import {
  type Alignment,
  at,
  type Cell,
  cellKey,
  cellSet,
  type Link,
  likeliestLinks,
  matrix,
  noPins,
} from "@plotline/align";
import { type CellOutcome, type JudgeCalibration, oddsWith, type Said } from "./calibration.ts";
import { type Checked, checkAnswer, type JudgedPoint, withoutOverused } from "./check.ts";
import { unlessNotTaken } from "./model/client.ts";
import { type Ask, chatRequest, fits } from "./model/request.ts";
import type { ChapterPlan, PlannedAsk } from "./prompt/plan.ts";
import { alignmentForm, answerTokens, repairMessages } from "./prompt/prompt.ts";

export interface Judgement {
  readonly plan: ChapterPlan;
  readonly accepted: ReadonlyMap<number, JudgedPoint>;
  /** Where an answer, or a part of it, was not used, and what was wrong with it: plotline's own odds decide there. */
  readonly refused: ReadonlyMap<number, string>;
}

/** Asks about a chapter; undefined where a request has no answer yet. */
export async function judgeChapter(plan: ChapterPlan, ask: Ask): Promise<Judgement | undefined> {
  const accepted = new Map<number, JudgedPoint>();
  const refused = new Map<number, string>();
  let isWhole = true;
  for (const planned of plan.asks) {
    const judged = await judgeWindow(plan, planned, ask);
    if (judged === undefined) isWhole = false;
    for (const [point, answer] of judged?.accepted ?? []) accepted.set(point, answer);
    for (const [point, fault] of judged?.faults ?? []) refused.set(point, fault);
  }
  return isWhole ? { plan, accepted, refused } : undefined;
}

/**
 * Asks, and asks once more about the points whose answer has a fault. Where the second question is too long for the
 * model, or the server does not take it, what is wrong stays refused, and nothing ends.
 */
async function judgeWindow(plan: ChapterPlan, { window, request }: PlannedAsk, ask: Ask): Promise<Checked | undefined> {
  const { chapter, own, settings } = plan;
  const reply = await ask(request);
  if (reply === undefined) return undefined;
  const first = checkAnswer(reply, chapter, window);
  const { size } = first.faults;
  const messages = repairMessages(request.messages, first.faults);
  const second = chatRequest(settings, messages, alignmentForm, answerTokens(size, 2 * size));
  const again = size > 0 && fits(second, settings) ? await ask(second).catch(unlessNotTaken) : undefined;
  const faulty = { ...window, points: [...first.faults.keys()] };
  return withoutOverused(again ? mended(first, checkAnswer(again, chapter, faulty)) : first, own.likely);
}

/** The first answer with what the second adds: links that held stay, and of the faults those that are there again. */
function mended(first: Checked, second: Checked): Checked {
  const accepted = new Map(first.accepted);
  const faults = new Map<number, string>();
  for (const [point, fault] of first.faults) {
    const [before, after] = [first.accepted.get(point), second.accepted.get(point)];
    if (second.faults.has(point)) faults.set(point, after === undefined ? fault : second.faults.get(point)!);
    if (after === undefined) continue;
    const held = (before?.links ?? []).filter((old) => after.links.every(({ story }) => story !== old.story));
    accepted.set(point, { ...after, links: [...after.links, ...held].sort((a, b) => a.story - b.story) });
  }
  return { accepted, faults };
}

interface SaidCell extends Cell {
  readonly said: Said;
  readonly odds: number;
  readonly quote?: string;
}

/** What the model said of each cell that it was asked about and answered; not of those that it named with a fault. */
function* saidOf({ plan, accepted }: Judgement): Generator<SaidCell> {
  for (const { window } of plan.asks)
    for (const summary of window.points) {
      const point = accepted.get(summary);
      if (point === undefined) continue;
      const links = new Map(point.links.map((link) => [link.story, link]));
      for (const story of window.paragraphs) {
        const { sure, quote } = links.get(story) ?? {};
        const odds = at(plan.own.odds, summary, story);
        if (!point.doubtful.includes(story)) yield { summary, story, said: sure ?? "unnamed", odds, quote };
      }
    }
}

/** The links with the best expected F, by what the model said beside plotline's own odds. */
export function judgedAlignment(judgement: Judgement, calibration: JudgeCalibration): Alignment {
  const { odds: own } = judgement.plan.own;
  const odds = matrix(own.rows, own.columns);
  odds.values.set(own.values);
  const quotes = new Map<number, string>();
  for (const cell of saidOf(judgement)) {
    odds.values[cell.summary * own.columns + cell.story] = oddsWith(calibration, cell.said, cell.odds);
    if (cell.quote !== undefined) quotes.set(cellKey(cell), cell.quote);
  }
  return likeliestLinks(odds, noPins).map((link): Link => {
    const quote = quotes.get(cellKey(link));
    return quote === undefined ? link : { ...link, quote };
  });
}

/** The model's own links, unweighed. */
export function namedLinks({ accepted }: Judgement): Alignment {
  return [...accepted].flatMap(([summary, { links }]) => links.map(({ story }) => ({ summary, story, confidence: 1 })));
}

/** What the model said, compared with gold. */
export function outcomesOf(judgement: Judgement, gold: readonly Link[]): CellOutcome[] {
  const right = cellSet(gold);
  const { work } = judgement.plan.chapter;
  return [...saidOf(judgement)].map(({ said, odds, ...cell }) => ({
    work,
    said,
    odds,
    right: right.has(cellKey(cell)),
  }));
}
