export {
  addressesOf,
  addressOf,
  addressText,
  chapterIndex,
  chapterNumber,
  groupedByPart,
  placesOfAddress,
  shortAddress,
} from "./addresses/address.ts";
export {
  chineseValue,
  foldedNumeral,
  foreignNumberWords,
  type NumberStyle,
  type Numeral,
  nearlySpelled,
  numberWords,
  numeral,
  romanValue,
  spelledAhead,
} from "./addresses/numerals.ts";
export { placeList } from "./addresses/place-list.ts";
export { titleCase } from "./addresses/title-case.ts";
export { add as withStep, changed, type History, type HistoryChange, noHistory } from "./annotations/history.ts";
export {
  cellSchema,
  changeSchema,
  type SettlementFile,
  type SettlementStep,
  type SheetStep,
  settlementStepSchema,
  sheetStepSchema,
} from "./annotations/schemas.ts";
export {
  type AnnotatorAnswer,
  type BulletStanding,
  type BulletState,
  goldOf,
  isUndecided,
  isWithoutDifference,
  overruled,
  settledBy,
  standingsOf,
  type UndecidedRule,
} from "./annotations/settlement.ts";
export { bulletToResume, closedBullets, type Decided, decided, emptySheet } from "./annotations/sheet.ts";
export { type ChapterPlace, chapterPlace, index, isSameChapter, personName, workFolder } from "./chapter-place.ts";
export type { PrintedRow } from "./check/paper-examples.ts";
export { folderKey, folderName, isPlainName } from "./folder-name.ts";
export type { ChapterMarks, ParagraphMark } from "./marks/marks.ts";
export { Outdated } from "./outdated.ts";
export {
  dueReviews,
  nobody,
  type Person,
  played,
  type ReadingPlace,
  readUpTo,
  type WorkPlaces,
} from "./people/person.ts";
export { nameFault } from "./people/person-name.ts";
export { placeSchema, quizScoreSchema } from "./people/person-schema.ts";
export { publishedWork, publishedWorks } from "./published.ts";
export { isFree, rightsSentences, sharedLicence } from "./rights.ts";
export { type Statistics, statistics } from "./statistics.ts";
export {
  activeMembers,
  invited,
  type Member,
  memberCalled,
  mustLeaveAnOwner,
  type People,
  peopleFile,
  replaced,
  type Session,
  type TeamPerson,
  withoutAccess,
} from "./team/people.ts";
export { isAtLeast, type Role, roles, withArticle } from "./team/role.ts";
