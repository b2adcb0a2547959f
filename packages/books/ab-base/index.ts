export { type Story, type StoryChapter, warningTexts } from "./book/types.ts";
export { reasonText } from "./chapters/reasons.ts";
export { type SectionLink, sectionLinks } from "./guide/links.ts";
export { type Assignment, type AssignOptions, assignSections, chaptersOf, textsOf } from "./match/assign.ts";
export { readLabel } from "./match/label.ts";
export type { BookChapter, Clue, GuidePoint, GuideSection, Match } from "./match/match.ts";
