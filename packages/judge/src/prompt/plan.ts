import type { Chapter, Passages } from "@plotline/align";
import { answerTokens, requestTokens, type TokenCounter } from "../model/cost.ts";
import { type ChatRequest, chatRequest } from "../model/request.ts";
import type { Own, OwnReader } from "../own.ts";
import type { Style } from "../settings.ts";
import { alignmentForm, alignmentMessages, type Example } from "./prompt.ts";
import { type Fits, type Window, windowsOf } from "./windows.ts";

export interface PlanSettings {
  readonly model: string;
  readonly style: Style;
  /** Tokens that the model can read and write for one request. */
  readonly context: number;
  readonly counter: TokenCounter;
}

export interface PlannedAsk {
  readonly window: Window;
  readonly request: ChatRequest;
}

export interface ChapterPlan {
  readonly chapter: Passages & Pick<Chapter, "work" | "number">;
  readonly own: Own;
  readonly asks: readonly PlannedAsk[];
}

export function planChapter(
  chapter: ChapterPlan["chapter"],
  read: OwnReader,
  settings: PlanSettings,
  example?: Example,
): ChapterPlan {
  const own = read(chapter);
  const { model, style, context, counter } = settings;
  const requestOf = (window: Window) =>
    chatRequest(model, alignmentMessages(chapter, window, { style, example }), alignmentForm);
  const fits: Fits = (window) =>
    requestTokens(requestOf(window), counter) + answerTokens(window.bullets.length) <= context;
  const windows = windowsOf([...chapter.summary.keys()], own.likely, fits);
  return { chapter, own, asks: windows.map((window) => ({ window, request: requestOf(window) })) };
}
