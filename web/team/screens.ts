import type { BookScreen, ChapterScreen, CorpusScreen } from "../route.ts";
import { isTeam, may } from "./identity.ts";

/** Whether a screen is offered to whoever is here. */
export function isOpenTo(screen: CorpusScreen | BookScreen | ChapterScreen): boolean {
  if (screen === "team") return isTeam;
  if (screen === "annotate") return may("annotator");
  return (screen !== "settle" && screen !== "settling") || may("curator");
}
