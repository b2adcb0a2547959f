import { at, type Chapter, type Passages } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { type ChatRequest, chatRequest, fits, type ModelSettings } from "../model/request.ts";
import type { Own, OwnReader } from "../own.ts";
import type { Style } from "../settings.ts";
import { alignmentForm, alignmentMessages, answerTokens, type Example } from "./prompt.ts";
import { type Window, windowsOf } from "./windows.ts";

export interface PlanSettings extends ModelSettings {
  readonly style: Style;
}

export interface PlannedAsk {
  readonly window: Window;
  readonly request: ChatRequest;
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
  const requestOf = (window: Window) => {
    const { points, paragraphs } = window;
    const links = sumOf(points, (point) => sumOf(paragraphs, (place) => at(own.likely, point, place)));
    const messages = alignmentMessages(chapter, window, { style: settings.style, example });
    return chatRequest(settings, messages, alignmentForm, answerTokens(points.length, links));
  };
  const windows = windowsOf([...chapter.summary.keys()], own.likely, (window) => fits(requestOf(window), settings));
  return { chapter, own, settings, asks: windows.map((window) => ({ window, request: requestOf(window) })) };
}
