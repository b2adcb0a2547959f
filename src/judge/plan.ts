import type { Chapter } from "../corpus/types.ts";
import type { Passages } from "../similarity/similarity.ts";
import { answerTokens, requestTokens, type TokenCounter } from "./cost.ts";
import { type Own, type OwnReader, unsureBullets } from "./own.ts";
import { alignmentForm, alignmentMessages, type Example, type Style } from "./prompt.ts";
import { type ChatRequest, chatRequest } from "./request.ts";
import { focusedWindows, type Window, windowsOf } from "./windows.ts";

export interface PlanSettings {
  readonly model: string;
  readonly style: Style;
  /** Tokens that the model can read and write for one request. */
  readonly context: number;
  readonly counter: TokenCounter;
  /** Ask only about points that plotline is not sure of, and show only what they need. */
  readonly onlyUnsure?: boolean;
}

/** One request about a chapter, and what it shows. */
export interface PlannedAsk {
  readonly window: Window;
  readonly request: ChatRequest;
}

export interface ChapterPlan {
  readonly chapter: Passages & Pick<Chapter, "work" | "number">;
  readonly own: Own;
  readonly asks: readonly PlannedAsk[];
}

/** What is asked about a chapter. */
export function planChapter(
  chapter: ChapterPlan["chapter"],
  read: OwnReader,
  settings: PlanSettings,
  example?: Example,
): ChapterPlan {
  const own = read(chapter);
  const { model, style, context, counter, onlyUnsure } = settings;
  const requestOf = (window: Window) =>
    chatRequest(model, alignmentMessages(chapter, window, { style, example }), alignmentForm);
  const fits = (window: Window) => {
    const needed = requestTokens(requestOf(window), counter) + answerTokens(window.bullets.length);
    return needed <= context;
  };
  const windows = onlyUnsure
    ? focusedWindows(unsureBullets(own, unsure.threshold), own.likely, { ...unsure, fits })
    : windowsOf([...chapter.summary.keys()], own.likely, { ...whole, fits });
  return { chapter, own, asks: windows.map((window) => ({ window, request: requestOf(window) })) };
}

/** Chosen on the validation works of the open corpus (docs/model.md). */
export const unsure = { threshold: 0.6, reach: 0.8, around: 1 };
/** For chapters that are longer than the model's context. */
const whole = { reach: 0.98, around: 2 };
