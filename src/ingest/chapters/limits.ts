/**
 * The thresholds by which chapters are found, each with the kind of book that asks for it, as far as the code, its tests
 * and its history say. Lengths are in characters. Before you change one, run the tests of this folder and of ../book, and
 * compare the chapters of the books that you have.
 */

/** What a line or a block must be to be read as a heading. */
export const headingLimits = {
  /** What HTML marks as a heading and is longer than this is text. */
  longest: 3000,
  /** The first line of a heading in HTML, however long: old novels say what happens in a chapter above it. */
  longestMarkedLine: 600,
  /** The first line of a heading in plain text, where lines are wrapped; all of it when it is in capitals. */
  longestLine: 160,
  /** The same in small letters: a sentence in one long line is no heading. */
  longestPlainLine: 120,
  /** No more of a block is looked at for its first line. */
  lookedAt: 900,
  /** Ornaments and spaces before the first letter: `* * *`, centred headings. */
  longestIndent: 40,
  /** `The Second Part` ends within this; what is longer begins a sentence with "The". */
  longestAfterThe: 90,
  /** A number in words that is misspelt is looked for in lines up to this. */
  longestMisspelt: 60,
  /** Lines of a title in capitals below the number: long, wrapped and centred headings. */
  mostTitleLines: 5,
  /** A title below the number with capitals on most words: long headings over several lines. */
  longestCapitalisedTitle: 500,
  /** A line that is filled to this width is wrapped prose. */
  filledLine: 55,
  /** From this width on, a heading is taken to continue on the next line. */
  wrappedLine: 45,
  /** A numbered heading over several lines: novels like The Pickwick Papers ("In which …"). */
  longestWrapped: 400,
  mostWrappedLines: 6,
  /** A short title on the next lines, which is not wrapped: `CHAPTER I` above `The Inch of Candle`. */
  longestShortTitle: 160,
  mostShortTitleLines: 2,
  /** This many lines below a number are prose, however short they are; filled ones are prose from three on. */
  proseLines: 7,
  filledProseLines: 3,
  /** `PREFACE`, `INTRODUCTION BY THE EDITOR`: the line with such a name, and what may follow the name after a dash. */
  longestNamed: 90,
  longestAfterName: 60,
  /** `CHAPTER I was the one that he liked best.` is a sentence from this length on, even after capitals. */
  longestAfterNumber: 40,
} as const;

/** How a line looks when it is a title. */
export const letteringLimits = {
  /** The share of letters that must be capitals. */
  capitals: 0.9,
  longestTitleInCapitals: 160,
  longestTitle: 100,
  /** A title without capitals and without the end of a sentence: `How it began`. */
  longestPlainTitle: 70,
  /** Words of this length or less (of, and, from) are written small in titles. */
  shortWord: 3,
  /** Few long words are a title in any case: `A Storm at sea`. */
  fewWords: 3,
  /** The share of long words with a capital. */
  capitalWords: 0.5,
  /** A long title has at least this many long words, and capitals on this share of them. */
  longTitleWords: 4,
  longTitleCapitals: 0.75,
  /** In Title Case every word longer than this has a capital. */
  titleCaseWord: 4,
} as const;

/** Where a contents list ends, and what looks like one. */
export const contentsLimits = {
  /** No book promises more chapters, and no list has more blocks: files made to keep us busy. */
  mostEntries: 10_000,
  /** Entries with the number of a page (Racconti e novelle): how many, blocks without one between two, and long lines. */
  leastPaged: 4,
  blocksBetweenPages: 3,
  pagedLines: 0.5,
  longestPagedLine: 220,
  longestPagedBlock: 6000,
  /** A list within this share of the book may have entries above what was found of it. */
  entriesAboveWithin: 0.05,
  /** An entry of this length continues on the next line. */
  wrappedEntry: 64,
  /** Names of parts between two lists (L'homme qui rit). */
  blocksBetweenLists: 3,
  /** A list with nothing below it is at the end of a book: "TABLE" of French ones. */
  nearEnd: 0.8,
  /** Lines between "CONTENTS" and the first entry that is a link: "Page", a name of a part. */
  blocksBelowHeading: 5,
  longestList: 4000,
  /** This many blocks above the first text may be headings of the book rather than entries. */
  headingsAboveText: 40,
  /** Of those, this many in a row may be undecided. */
  undecidedInARow: 3,
  /** Space (blank lines) above a heading of the book; entries of a list are closer together. */
  wideGap: 3,
  /** A sentence of this length below a list is the book: lists of plays, after which a speech follows at once. */
  shortText: 80,
  /** Lines of a list before a heading in HTML can end it, and before its first entry once more can. */
  linesBeforeMarked: 3,
  linesBeforeSame: 4,
  /** How far back the entry of the same kind is looked for, in a list with a heading and in one without. */
  lookBack: 40,
  lookBackInRun: 60,
  /** A list without a heading of its own begins within this many blocks or this share (1/n) of the book. */
  startsWithin: 150,
  startsWithinPart: 5,
  /** Text between two entries of such a list; a heading that is longer holds a chapter itself. */
  mostBetween: 200,
  longestEntry: 400,
  /** Entries that make a list: acts need one (scenes follow), numerals alone four (they may be anything), others three. */
  leastActs: 1,
  leastNumerals: 4,
  leastOthers: 3,
  /** The share of entries that must come again below as headings. */
  repeated: 0.6,
  /** A list in one block: lines looked at, lines it has at least, numbered ones at least, their share, and steps up. */
  blockLines: 60,
  leastBlockLines: 4,
  leastBlockNumbers: 3,
  numberedLines: 0.4,
  leastAscents: 2,
  /** A line filled to this width is prose. */
  filledLine: 50,
  /** Blocks shorter than this are not running text; one line alone is from `longLine` on. */
  shortBlock: 240,
  longLine: 300,
  /** The share of filled lines that prose has, in blocks of at least this many lines. */
  filledShare: 0.7,
  leastProseLines: 4,
} as const;

/** Lists without a heading and without pages, known because they come again (Bacon's Essays, Wessex Tales). */
export const listLimits = {
  /** They begin within the first, or after the second share of the book. */
  front: 0.2,
  back: 0.85,
  /** A line of a list, and a block of such lines. */
  longestLine: 100,
  longestBlock: 8000,
  /** Lines that come again, at least, and their share; the text between two of them; the list's own length. */
  least: 4,
  found: 0.7,
  textBetween: 300,
  share: 0.2,
  /** The share of the book from the first of those to the last. */
  spread: 0.4,
  /** Letters of a title that can be recognised; a line that comes more often is no title. */
  leastKey: 3,
  mostPlaces: 6,
} as const;

/** Words of headings that are learned from the book (Letters of Lady Mary Wortley Montagu: "LET. II"). */
export const learnedLimits = {
  /** Headings with a word that is known: then nothing has to be learned. */
  mostKnown: 4,
  longest: 120,
  /** Headings with the word, the share of them that count on, their spread over the book, and the text below each. */
  least: 5,
  regular: 0.8,
  spread: 0.6,
  leastText: 400,
} as const;

/** Which blocks a contents list names. */
export const aimLimits = {
  /** Entries of a list, at least, and the share of them that is found in the text. */
  least: 3,
  found: 0.8,
  /** Entries of one volume, where the list is that of several (Ghost Stories of an Antiquary). */
  leastOfVolume: 6,
  /** Lists and headings that are compared, at most: files made to keep us busy. */
  mostEntries: 600,
  mostPlaces: 3000,
  longestTitle: 300,
  /** One that the text prints a little differently. */
  longestAlike: 160,
  longestIndent: 60,
  /** A list within this share of the book is at its front. */
  front: 0.2,
  /** The first chapter that a list names begins within this share of the book, and the last one ends in as much of it. */
  firstWithin: 0.6,
  /** Headings one below the other: a half-title, a part, a chapter. */
  headingsInARow: 4,
  /** An entry with less text below it names a part or a title page, and holds the next. */
  leastText: 300,
} as const;

/** Titles that a list and the text print differently (Celtic Fairy Tales: CONAL, CONALL). */
export const likenessLimits = {
  leastLetters: 5,
  /** A word with a letter wrong, one with two, and one that means something. */
  leastMisprinted: 4,
  longForTwo: 7,
  longWord: 4,
  /** The share of words that are alike. */
  words: 0.66,
} as const;

/** Lines that are alike (Virginibus Puerisque, whose first paper alone is numbered). */
export const alikeLimits = {
  /** Space above, and wide space. */
  leastGap: 2,
  wideGap: 3,
  longest: 160,
  mostLines: 3,
  longestPlain: 80,
  longestMarked: 300,
  highLevel: 3,
  longestDate: 110,
  dateWords: 12,
  dayWords: 4,
  /** How many, over how much of the book, how many of them with names of their own. */
  least: 3,
  most: 2000,
  spread: 0.5,
  ownNames: 0.4,
  /** Text below any of them, what is long, and the longest in the book. */
  anyText: 100,
  leastText: 1000,
  longestShare: 0.7,
  /** The same where they are most likely chapters. */
  wideSpread: 0.7,
  shortShare: 0.5,
  nearlyAll: 0.8,
  /** How many groups are looked at. */
  mostGroups: 8,
} as const;

/** The divisions of a book that are compared. */
export const candidateLimits = {
  /** Words of a book: shorter texts are unlike those that were learned from. */
  leastWords: 8000,
  /** Characters of a section that may be a chapter. */
  leastText: 250,
  /** A paragraph that a title page or a list has none of. */
  longParagraph: 150,
  /** Sections that are added or left out, where both ends change. */
  mostChanged: 4,
  /** Lines in the last chapter that may be headings: chapters above, how many, and their length. */
  leastToSplit: 4,
  mostSplit: 6,
  longestLine: 200,
  /** The first blocks of a book, among which its title is. */
  titlePageBlocks: 8,
  /** Lines that are looked at: files made to keep us busy. */
  mostLines: 20_000,
  /** Blocks that are asked for their speaker. */
  sampled: 300,
} as const;

/** What is looked at in a section at either end of a book. */
export const endLimits = {
  /** The share of the blocks that is the front, or the back. */
  front: 0.2,
  longestSignature: 70,
  leastLetters: 6,
  /** Characters of a section that are read, and of a word; a section of fewer words counts as this long. */
  read: 6000,
  lettersPerWord: 6,
  fewWords: 100,
} as const;

/** What a step from one heading to the next is worth, where n → n + 1 is worth 1: see `bestRun`. */
export const runWeights = {
  /** Headings that may be passed over between two that follow one another. */
  reach: 24,
  /** A heading that the contents list promises; the table of an EPUB is certain, so any step to it pays. */
  promised: 1.3,
  certain: 6,
  /** A run that does not begin at 1 loses this for each number, up to a most. */
  lateStart: 0.6,
  mostLateStart: 2,
  /** Hardly a word between two headings: entries of a contents list that was not found. */
  noText: -1.6,
  leastText: 40,
  otherStyle: -0.7,
  /** Numerals with titles among numerals without. */
  otherTitling: -0.3,
  /** `Chapter the Last`. */
  last: 0.5,
  /** Another word (`Chapter` after `Letter`): where it begins at 1, and where it does not. */
  otherWordAtOne: 0.4,
  otherWord: -1.5,
  /** The count begins again: in a new part, without one after two chapters or more, right away. */
  againInPart: 0.9,
  again: 0.1,
  againAtOnce: -1,
  /** For each missing number, up to this many: a heading that was not read. */
  missing: -0.4,
  mostMissing: 5,
  /** The count goes back, across parts and within one. */
  backInPart: -0.6,
  back: -1.8,
} as const;

/** Which run divides the book. */
export const structureLimits = {
  /** The least score of a run of parts, and of numerals: a lone `Part One` or `II` is no division. */
  leastPartScore: 1,
  leastNumberScore: 2,
  /** Page numbers set as lines of their own: many, with gaps, a page of text or two between them. */
  leastPages: 40,
  missingPages: 0.1,
  longestPage: 3000,
  /** With this many chapters above it, a last heading that uses another word is not a chapter (Camilla). */
  leastBeforeStray: 8,
  /** Chapters that are called so hold numerals as their sections: this many, with this share of the numerals inside. */
  leastNamedChapters: 3,
  numeralsInside: 0.6,
  /** Otherwise the words win over numerals at this share of their score. */
  wordsOverNumerals: 0.3,
  /** Collections of stories, some of which have numbered sections: stories at least, and listed ones at least. */
  leastStories: 3,
  leastListedStories: 5,
  /** The share of listed stories whose numerals begin again, and sections a story at most. */
  storiesWithSections: 0.6,
  sectionsPerStory: 8,
  /** A run of numerals is no count of chapters where this share of its steps goes back or leaves numbers out. */
  irregular: 0.25,
  /** Fewer numerals above sentences (`II. You are rich.`) are points of a list. */
  leastSentences: 4,
  /** What a new start without a part's heading adds to that. */
  restart: 0.25,
  /** What a numeral of another form (2 after I) adds. */
  otherStyle: 0.5,
  /** Words such as "day" hold chapters where this share of them is followed by chapter 1 of another word. */
  holding: 0.6,
  /** A contents list is that of the chapters when this share of it is found, and no more of its entries hold others. */
  listed: 0.75,
  leastListed: 4,
  listedHolders: 0.5,
  /** Chapters with a word, over this share of the book: the letters in them are not the chapters. */
  spread: 0.6,
  /** Chapters have names of their own; sections of parts are called the same in each (Spinoza's Ethics). */
  ownNames: 0.8,
  /** More headings without a number are no book's. */
  mostTitles: 3000,
  /** Headings of HTML from this level on open no chapter. */
  deepestTitle: 5,
} as const;

/** Headings that the best run left out, and those that begin no chapter. */
export const repairLimits = {
  /** Text around a misprinted number. */
  leastAroundMisprint: 500,
  /** A heading with a letter wrong in its word (Memorias posthumas de Braz Cubas): the letters that are right, and its length. */
  sameLetters: 3,
  longestMisprint: 80,
  /** Two chapters with one number (The Last Man), each at least this share of the usual length. */
  twin: 0.4,
  /** An epilogue whose chapters are numerals, where the others have a word: they are chapters at this share of the usual length. */
  subdivision: 0.4,
  leastChapters: 3,
  /** Notes at the end that name the acts or chapters once more: their largest share of the book. */
  notes: 0.15,
  /** A poem before the book with numbered stanzas: they are shorter than this, and than 1/n of a chapter. */
  longestDedicatoryStanza: 600,
  stanzaOfChapter: 5,
  /** A long poem in parts, its stanzas numbered: stanzas a part, their length, and the share that is so short. */
  stanzasPerPart: 10,
  longestStanza: 900,
  shortStanzas: 0.8,
  /** Parts counted anew inside each chapter are sections: this many starts, this share of them just below a chapter. */
  leastSectionStarts: 3,
  startsBelowChapter: 0.8,
} as const;

/** Headings that name chapters a second time: contents lists, synopses, notes. */
export const repeatLimits = {
  /** Chapters that are named twice, at least. */
  leastRepeated: 4,
  /** The share of a second count that the first has too, and the share of the first that comes again. */
  again: 0.8,
  /** The first chapter may have no note (De leeuw van Vlaanderen). */
  firstOfNotes: 3,
  /** Entries of a list with descriptions (Life on the Mississippi), and how much longer the book is. */
  leastListed: 5,
  mostBelow: 1.5,
  longerBook: 10,
  /** What is below each heading of the notes, as a share of a chapter. */
  shorterNotes: 0.5,
} as const;

/** Letters without a number, by their dates or addresses. */
export const letterLimits = {
  /** A novel in letters has this many, over this share of the book, most with a text of some length. */
  least: 8,
  spread: 0.7,
  leastText: 400,
  withText: 0.75,
  /** A line with an address, one with a date, and its words. */
  longest: 110,
  longestDate: 60,
  dateWords: 8,
  /** A place and a date below it (The Upton Letters). */
  mostLines: 4,
  /** Blank lines above all of them: then others that are set alike count too (The Lady of the Decoration). */
  wideGap: 3,
  /** If a larger share than this has that many, the others are dates inside letters (Letters from Egypt). */
  wide: 0.8,
  weekdayWords: 3,
} as const;

/** How much speaks against a division: the one with the least is taken. */
export const doubtWeights = {
  /** A long book in a piece or two. */
  fewChapters: 1,
  /** For the share of the contents list that no chapter begins at, and for chapters that it does not name. */
  listedMissing: 1.5,
  unlistedChapter: 1,
  notFound: 0.2,
  /** The number of entries differs, where it is not known which lines they are. */
  otherCount: 0.4,
  /** Each number that is left out, up to a most; each new start where no part begins. */
  gap: 0.25,
  mostGaps: 1,
  restart: 0.2,
  mostRestarts: 1,
  /** Each chapter without a number among numbered ones, up to a most. */
  unnumbered: 0.15,
  mostUnnumbered: 0.6,
  withoutHeading: 0.3,
  /** Each heading of a kind that is used, or that would count the book just as well. */
  unused: 0.15,
  mostUnused: 1.2,
  /** Chapters inside one story of many, numerals counted afresh in each: sections. */
  sections: 0.1,
  /** Text that is in no chapter, for its share. */
  unexplained: 3,
  mostUnexplained: 1.5,
  shortChapters: 0.4,
  longChapter: 0.5,
  /** One chapter has most of the book. */
  mostOfBook: 0.5,
  longLast: 0.3,
  /** A division has this much less against it before the usual one is given up for it; less where the list names it. */
  margin: 0.3,
  marginOfListed: 0.03,
  /** Chapters that another division has, where no list names them. */
  leastOfGuess: 3,
} as const;

/** When the chapters that were found are doubted aloud. */
export const doubtLimits = {
  /** Words of a book that has chapters, and of a chapter that is likely none; of one in two chapters. */
  longBook: 30_000,
  longChapter: 25_000,
  longHalf: 15_000,
  /** Text above the first heading that is this share of a chapter may be one. */
  openingOfChapter: 0.5,
  /** Words above the first chapter of a later volume: a title page and a list. */
  aboveVolume: 1500,
  /** The share of the book that is most of it, and its words. */
  mostOfBook: 0.6,
  longMost: 12_000,
  /** Chapters that a contents list names, at least, and the share that may differ (prefaces, parts). */
  leastListed: 4,
  unlisted: 0.05,
  /** Numbered entries of a list of titles, fewer than which do not number it. */
  strayCounted: 2,
  /** A chapter of dots (Memorias posthumas de Braz Cubas), a half-title: so few are not worth a word. */
  fewMissing: 0.02,
  fewExtra: 2,
  partOfList: 0.5,
  /** Chapters with numbers, before one without is strange. */
  leastCounted: 4,
  /** Text above and below a heading that does not fit the count. */
  textAround: 1500,
  /** Chapters of 1/n of the usual length, and their share. */
  shorter: 12,
  short: 0.12,
  /** Fewer chapters may differ much: Lazarillo de Tormes has seven, two of them a page long. */
  leastForShort: 10,
  /** A last chapter that is this many times the usual length; any chapter that is. */
  longLast: 4,
  longest: 20,
  /** Numerals in this share of the chapters are chapters themselves; in fewer they are sections of stories. */
  holders: 0.75,
  leastUnused: 4,
  /** Numbered headings in no more of the chapters than this are sections of stories (Historias sem data). */
  fewHolders: 0.15,
} as const;

/** Chapters that are unlike the others. */
export const oddLimits = {
  /** Fewer chapters need not be alike. */
  least: 4,
  /** Of headings that are named in a message. */
  shown: 3,
  /** A first chapter of 1/n of the usual length, whatever its heading; either end, of another kind. */
  tiny: 20,
  short: 4,
  /** With this many numbered chapters, a last one without a number may be an appendix though the list names it. */
  many: 10,
  /** The share of chapters with titles among numbered ones that is more than a few. */
  mixed: 0.125,
  /** A line that is set like a heading, and the words above and below it. */
  longest: 90,
  wordsAround: 200,
} as const;

/** Headings that the user gives: which line of the book each of them is. */
export const givenLimits = {
  /** No heading is longer. */
  longest: 400,
  /** A line that is just the same, and one that has other marks; one in other letters counts least. */
  same: 3,
  sameLetters: 2,
  /** A heading without this much text below is an entry of a contents list. */
  leastText: 120,
  noText: -2.5,
  /** A line that comes more often is no heading. */
  mostPlaces: 300,
} as const;

/** Titles, prefaces, credits and what else is set around the chapters. */
export const boundaryLimits = {
  /** A title below its number: no more than this and these lines. */
  longestTitle: 300,
  mostTitleLines: 5,
  /** A title that is not in capitals. */
  longestPlainTitle: 90,
  /** Descriptions below the number ("In which …") are usual where this many chapters, and this share, have a short block there. */
  leastDescribed: 4,
  described: 0.8,
  /** Titles are common where this share of chapters has one; where nearly all have, the others have too ("Cousas futuras!"). */
  titled: 0.6,
  alwaysTitled: 0.85,
  /** A publisher's advertisement may be at either end: after the book it is less than 1/n of what is before. */
  backOfFront: 20,
  /** A chorus just below the heading of an act, or just above the next: plays with a chorus. */
  chorusBelowAct: 300,
  chorusAboveAct: 3000,
  /** A part's name before `, CHAPTER I`; a longer one is named by word and number. */
  longestPartName: 40,
  /** A text below the book's title or the author's name that is longer is no title page. */
  longestTitlePage: 2500,
  /** An argument or a cast list may follow a translator's name; a chapter is longer. */
  longestCredit: 4000,
  /** The title page: the book's title is among this many first blocks. */
  titlePageBlocks: 5,
  /** The book's title once more above the first chapter (half-title): how far above it is looked for, and its length. */
  halfTitleWithin: 200,
  longestHalfTitle: 200,
  /** A text below the half-title that is longer is part of the story. */
  leastBelowHalfTitle: 8000,
  /** Introductions under headings of their own before chapter 1 of a long run: chapters, and their largest share. */
  leastChaptersAfterFront: 5,
  frontShare: 0.12,
  /** Headings of sections inside of chapters, before those in the last chapter are taken for such too. */
  leastSections: 5,
  /** What is added after the last chapter under headings of its own: its largest share. */
  backShare: 0.08,
} as const;

/** Headings without a number: from the contents list, or by how they are set. */
export const titleLimits = {
  /** A block that repeats an entry of the list. */
  longestPromised: 160,
  longestMarked: 400,
  /** A misprinted entry (a book of songs): the longest title. */
  longestMisprinted: 100,
  /** Lines in capitals with space around them: the block, the line, its lines, and the blank lines above. */
  longestBlock: 140,
  longestLine: 90,
  mostLines: 2,
  leastGap: 2,
  wideGap: 3,
  /** A first line without space above it, in scripts without capitals: text of this length follows at once. */
  leastBelowFirst: 200,
  /** Chapters have a text of some length below, most of them; signatures and inscriptions have not. */
  leastBelow: 1200,
  withText: 0.7,
} as const;

/** What is a chapter and what is not the story. */
export const sectionLimits = {
  /** The largest share of a book that a cast list has, or a preface or an index; less than `smallMatter` needs no excuse. */
  castShare: 0.1,
  matterShare: 0.5,
  smallMatter: 3000,
  /** Paragraphs of this length, together of that: more than a title page, an imprint or a dedication has. */
  longParagraph: 150,
  runningText: 600,
  /** Text below a contents list in the midst of a book that is a chapter; what is shorter belongs to the list (Amelia). */
  leastBelowList: 4000,
  /** Chapters below a title page (Beasts and Super-Beasts) or an editor's words (Contos), and how much longer they are. */
  leastAfterTitlePage: 5,
  shorterTitlePage: 3,
  /** Sections after the last chapter (De scheepsjongens van Bontekoe): a chapter is this many times as long. */
  shorterTail: 10,
  /** `TO`, `I`: a name so short is hardly that of a dedication. */
  leastName: 4,
  /** Notes at the end: the story is the largest section when it is this many times as large as the last. */
  largestOverLast: 3,
  /** Text between the heading of a part and its first chapter that is a chapter: in a play, in prose, below any other heading. */
  leastBeforeScene: 4000,
  leastBeforeChapter: 1500,
  leastElsewhere: 120,
  /** Chapters that must follow where the count begins at 2, before the text above is chapter 1. */
  leastCounted: 3,
  /** An opening without a heading: blocks and length; below the book's own title it is no preface from this length on. */
  leastOpeningBlocks: 3,
  leastOpening: 2500,
  longOpening: 8000,
  /** Words of editors (edition, publish, translate, reader) in an opening: one in this many characters. */
  charactersPerEditorsWord: 4000,
  /** A title page ends within this many blocks, at a paragraph of this length; of this one, if it is one line. */
  titlePageBlocks: 25,
  firstParagraph: 200,
  firstParagraphInOneLine: 250,
  /** Words of a first sentence: stories that begin with a short paragraph. */
  sentenceWords: 9,
} as const;
