export { withoutAccents } from "./accents.ts";
export { chapterWords, englishNumbers } from "./chapter-words.ts";
export { type Finder, phraseFinder, type TextHit, wordsFinder } from "./find.ts";
export { italicStretches, shownPlace } from "./italics.ts";
export { detectLanguage, languageOf } from "./languages/detect.ts";
export { englishLanguage, isSegmented, type Language, languageNamed } from "./languages/language.ts";
export { irregularForms, likeStem, likeStems } from "./like-words.ts";
export { tally } from "./names/addressed.ts";
export { contextFeatures, ownFeatures, runsOf, tableBits } from "./names/features.ts";
export { type ParsedName, parseName } from "./names/group.ts";
export { type Entity, type Mention, type NameIndex, type NameIndexOptions, nameIndex } from "./names/index.ts";
export {
  Flag,
  famous,
  flagsOf,
  folded,
  fullFirstName,
  isCapital,
  isFirstName,
  isKnownPlace,
  isTitle,
  keyOf,
  languages,
  maidenTitles,
  notNames,
  particles,
  speech,
  stageRoles,
} from "./names/lexicon.ts";
export { withOrganisations } from "./names/organisations.ts";
export * from "./names/perceptron.ts";
export { properName, withoutTitles } from "./names/spans.ts";
export { isVariant } from "./names/spelling.ts";
export { type PackedTagger, unpackTagger } from "./names/weights.ts";
export { type Word, WorkWords } from "./names/work-words.ts";
export { type Numbered, TermNumbers } from "./numbering.ts";
export { shippedTable, type TokenTable, unpackTable } from "./pieces/token-table.ts";
export { reader, type WordReader } from "./reader.ts";
export { type SentenceLanguage, sentences } from "./sentences.ts";
export { stem } from "./stem.ts";
export { stopWords } from "./stop-words.ts";
export { stemsOf, type TermOptions, termTable } from "./terms.ts";
export { type Span, tokens } from "./tokens.ts";
export {
  type PlacedWords,
  type Vocabulary,
  vocabulary,
  type WordDefinition,
  type Words,
  wordSegments,
} from "./vocabulary.ts";
export { Behaviour } from "./who/behaviour.ts";
export type { Sex } from "./who/pronouns.ts";
export { couldBeOneName, partsOf, SamePerson } from "./who/same-person.ts";
export type { StoryMention, ToldChapter, ToldWork } from "./who/told-work.ts";
export {
  entityToken,
  type NumberedToken,
  type Numbering,
  nameStretches,
  numberedTokens,
  type StoryNumbers,
  storyNumbers,
} from "./work-numbers.ts";
