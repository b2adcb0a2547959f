import { at, type Chapter, type Matrix, type Passages } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { answerTokens, mostTokens, requestTokens, type TokenCounter } from "../model/cost.ts";
import { type ChatRequest, chatRequest } from "../model/request.ts";
import type { Own, OwnReader } from "../own.ts";
import type { Style } from "../settings.ts";
import { alignmentForm, alignmentMessages, type Example } from "./prompt.ts";
import { type Window, windowsOf } from "./windows.ts";

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
  /** Tokens that its answer will have, by the links that plotline expects. */
  readonly expected: number;
}

export interface ChapterPlan {
  readonly chapter: Passages & Pick<Chapter, "work" | "number">;
  readonly own: Own;
  readonly settings: PlanSettings;
  readonly asks: readonly PlannedAsk[];
}

export async function planChapter(
  chapter: ChapterPlan["chapter"],
  read: OwnReader,
  settings: PlanSettings,
  example?: Example,
): Promise<ChapterPlan> {
  const own = await read(chapter);
  const { model, style, context, counter } = settings;
  const measured = (window: Window) => {
    const messages = alignmentMessages(chapter, window, { style, example });
    return { messages, sent: requestTokens({ messages }, counter), expected: expectedTokens(window, own.likely) };
  };
  const fits = (window: Window) => {
    const { sent, expected } = measured(window);
    return sent + expected <= context;
  };
  const asks = windowsOf([...chapter.summary.keys()], own.likely, fits).map((window) => {
    const { messages, sent, expected } = measured(window);
    const request = chatRequest(model, messages, alignmentForm, mostTokens(expected, sent, context));
    return { window, request, expected };
  });
  return { chapter, own, settings, asks };
}

function expectedTokens({ bullets, paragraphs }: Window, likely: Matrix): number {
  const links = sumOf(bullets, (bullet) => sumOf(paragraphs, (place) => at(likely, bullet, place)));
  return answerTokens(bullets.length, links);
}
