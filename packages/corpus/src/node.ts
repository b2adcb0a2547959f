export { formatAlignment, parseAlignment, parseConfidences } from "./alignments/alignment-file.ts";
export { storedAlignment, storedMethods } from "./alignments/alignments.ts";
export {
  corpusCalibration,
  encoderName,
  readCalibration,
  type SavedCalibration,
  writeCalibration,
} from "./alignments/calibration-file.ts";
export {
  earlierGold,
  readSettlement,
  readSettling,
  restoreGold,
  type Settling,
  saveSettlement,
  writeSettledGold,
} from "./annotations/settlement-store.ts";
export { finishedState, sheetState } from "./annotations/sheet-state.ts";
export { allAnnotators, annotatorsOf, lastSheet, readSheet, saveSheet, sheetsOf } from "./annotations/sheet-store.ts";
export { backup } from "./backup/backup.ts";
export { restore } from "./backup/restore.ts";
export { addWork, addWorks, type NewChapter, type NewWork } from "./changes/add-works.ts";
export { deleteRemoved, putBack, removedWorks, removeWork, setAside } from "./changes/removed.ts";
export { renameWork } from "./changes/rename-work.ts";
export { type Replaced, replacedSentences } from "./changes/replaced-text.ts";
export { type AlignmentRows, writeAlignment } from "./changes/write-alignment.ts";
export { writeSummary } from "./changes/write-summary.ts";
export { chapterSize } from "./chapter-size.ts";
export { type CheckReport, checkCorpus } from "./check/check.ts";
export { type Appender, appendWithChange } from "./files/append.ts";
export { changedAt, changesOf, chapterFiles, FromFiles } from "./files/from-files.ts";
export { mustLieInside, readInside } from "./files/inside.ts";
export { changeJsonFile, type JsonFile, readJsonFile } from "./files/json-file.ts";
export { Busy, CorpusLock } from "./files/lock.ts";
export { readIfThere, readJsonIfThere } from "./files/read-file.ts";
export { type Product, putInPlace } from "./files/replace.ts";
export { saveUnderLock } from "./files/save-under-lock.ts";
export { chapterPath, entriesOf, foldersIn, foldersWith, sections } from "./listing.ts";
export { formatManifest, manifestName, readManifest } from "./manifest.ts";
export { findWork, openCorpus } from "./open.ts";
export { changePerson, peopleOf, readPerson } from "./people/person-store.ts";
export {
  metricsOf,
  type Run,
  type RunProgress,
  type RunTable,
  readRun,
  runId,
  runsOf,
  type StoredRun,
  saveProgress,
  saveRun,
  saveRunSoFar,
} from "./run-store.ts";
