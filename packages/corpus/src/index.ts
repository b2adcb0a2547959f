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
export * from "./addresses/numerals.ts";
export { placeList } from "./addresses/place-list.ts";
export { titleCase } from "./addresses/title-case.ts";
export { formatAlignment, parseAlignment, parseConfidences } from "./alignments/alignment-file.ts";
export { storedAlignment, storedMethods } from "./alignments/alignments.ts";
export * from "./alignments/calibration-file.ts";
export { add as withStep, changed, type History, type HistoryChange, noHistory } from "./annotations/history.ts";
export {
  cellSchema,
  changeSchema,
  type SettlementFile,
  type SettlementStep,
  type SheetStep,
  settlementStepSchema,
  sheetSchema,
  sheetStepSchema,
} from "./annotations/schemas.ts";
export {
  type AnnotatorAnswer,
  goldOf,
  isUndecided,
  isWithoutDifference,
  overruled,
  type PointStanding,
  type PointState,
  settledBy,
  standingsOf,
  type UndecidedRule,
} from "./annotations/settlement.ts";
export * from "./annotations/settlement-store.ts";
export { closedPoints, type Decided, decided, emptySheet, pointToResume } from "./annotations/sheet.ts";
export { finishedState, sheetState } from "./annotations/sheet-state.ts";
export { allAnnotators, annotatorsOf, lastSheet, readSheet, saveSheet, sheetsOf } from "./annotations/sheet-store.ts";
export { archivedTogether, backupsIn, type OpenedBackup, openBackup, wholeOf } from "./backup/archive.ts";
export { sourceOf } from "./backup/zip.ts";
export { addWork, addWorks, type NewChapter, type NewWork } from "./changes/add-works.ts";
export { deleteRemoved, putBack, removedWorks, removeWork, setAside } from "./changes/removed.ts";
export { renameWork } from "./changes/rename-work.ts";
export { putGuideBack, replacedGuides } from "./changes/replaced-guides.ts";
export { type Replaced, replacedSentences } from "./changes/replaced-text.ts";
export { type AlignmentRows, writeAlignment } from "./changes/write-alignment.ts";
export { writeSummary } from "./changes/write-summary.ts";
export {
  type ChapterPlace,
  chapterPlace,
  index,
  isSameChapter,
  personName,
  withPoint,
  workFolder,
} from "./chapter-place.ts";
export { chapterSize } from "./chapter-size.ts";
export { type CheckReport, checkCorpus, unusableChapters } from "./check/check.ts";
export type { PrintedRow } from "./check/paper-examples.ts";
export { folderKey, folderName, isPlainName } from "./folder-name.ts";
export { chapterPath, entriesOf, foldersIn, foldersWith, sections } from "./listing.ts";
export { formatManifest, type ManifestWork, manifestName, readManifest } from "./manifest.ts";
export { findWork, openCorpus } from "./open.ts";
export { Outdated } from "./outdated.ts";
export {
  dueReviews,
  furthestPlaces,
  joined,
  nobody,
  type Person,
  played,
  type QuizScore,
  type ReadingPlace,
  readUpTo,
  type WorkPlaces,
} from "./people/person.ts";
export { nameFault } from "./people/person-name.ts";
export { personSchema, placeSchema, quizScoreSchema } from "./people/person-schema.ts";
export { changePerson, peopleOf, readPerson } from "./people/person-store.ts";
export { publishedWork, publishedWorks } from "./published.ts";
export { isFree, rightsSentences, sharedLicence } from "./rights.ts";
export * from "./run-store.ts";
export { type Statistics, statistics } from "./statistics.ts";
export { hasItsEnd } from "./store/file-end.ts";
export { changedAt, changesOf, chapterFiles, FromFiles } from "./store/from-files.ts";
export { changeJsonFile, type JsonFile, readJsonFile } from "./store/json-file.ts";
export { OpfsStore } from "./store/opfs/opfs-store.ts";
export { readIfThere, readJsonIfThere } from "./store/read-file.ts";
export { type Appender, Busy, mount, type Store, saveUnderLock, storeOf } from "./store/store.ts";
export * from "./team/people.ts";
export { isAtLeast, type Role, roles, withArticle } from "./team/role.ts";
