import type { Chapter } from "../../corpus/types.ts";
import { sumOf } from "../../lists.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { answerTokens, requestTokens, type TokenCounter, upperBound } from "../model/cost.ts";
import { type ChatRequest, chatRequest } from "../model/request.ts";
import type { Own, OwnReader } from "../own.ts";
import type { Style } from "../settings.ts";
import { Focus, perPoint, worthFor } from "./focus.ts";
import { alignmentForm, alignmentMessages, type Example } from "./prompt.ts";
import { type Fits, type Window, windowsOf } from "./windows.ts";

export interface PlanSettings {
  readonly model: string;
  readonly style: Style;
  /** Tokens that the model can read and write for one request. */
  readonly context: number;
  readonly counter: TokenCounter;
  /** Ask only about points that are worth this much for each token, and show only what they need. */
  readonly worthPerToken?: number;
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
  const { model, style, context, counter, worthPerToken } = settings;
  const requestOf = (window: Window) =>
    chatRequest(model, alignmentMessages(chapter, window, { style, example }), alignmentForm);
  const fits: Fits = (window) =>
    requestTokens(requestOf(window), counter) + answerTokens(window.bullets.length) <= context;
  const focus = worthPerToken === undefined ? undefined : new Focus(chapter, own);
  const windows =
    worthPerToken === undefined || focus === undefined
      ? windowsOf([...chapter.summary.keys()], own.likely, fits)
      : focus.windows(focus.bullets(worthPerToken), fits);
  return { chapter, own, asks: windows.map((window) => ({ window, request: requestOf(window) })) };
}

/** The worth per token at which the requests of some chapters cost a share of asking about everything in them. */
export async function worthForShare(share: number, plans: AsyncIterable<{ plan: ChapterPlan }>) {
  const focuses: Focus[] = [];
  let tokens = 0;
  for await (const { plan } of plans) {
    const { chapter, own, asks } = plan;
    focuses.push(new Focus(chapter, own));
    tokens += perPoint * chapter.summary.length + sumOf(asks, ({ request }) => requestTokens(request, upperBound));
  }
  return worthFor(share, focuses, tokens);
}

/** The worth per token where no share was given: it spends a third of the tokens on the open corpus. */
export const usualWorth = 8e-5;
