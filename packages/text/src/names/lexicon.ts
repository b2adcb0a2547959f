import words from "./data/words.json" with { type: "json" };

/** What the word lists say of a word, as bits. */
export const Flag = {
  title: 1,
  male: 2,
  female: 4,
  place: 8,
  placeSuffix: 16,
  placePrefix: 32,
  organisationSuffix: 64,
  notName: 128,
} as const;

const titles = new Set([...words.titles.male, ...words.titles.female, ...words.titles.either]);
export const maleTitles = new Set(words.titles.male);
export const femaleTitles = new Set(words.titles.female);
export const wifeTitles = new Set(words.titles.wife);
/** Titles of unmarried women. */
export const maidenTitles = new Set(words.titles.maiden);
/** Before a name like a title, though the tagger does not learn them as such: "Farmer Oak". */
export const callings = new Set(words.callings);
/** Titles and callings that men had in the books this is for, where nothing says otherwise. */
export const gentlemen = new Set(words.gentlemen);
/** "Mister" is "mr". */
export const shortTitles = new Map(Object.entries(words.shortTitles));
/** Titles of which nobody has two: Sir John is not Prince John, nor General Tilney Captain Tilney. */
export const ranks: readonly (readonly string[])[] = words.ranks;
/** Titles that come before a surname. */
export const beforeSurnames = new Set(words.beforeSurnames);
/** Those of a play who have no name. */
export const stageRoles = new Set(words.roles);
/** Gods, and people of books and history, whom a story may name though they are not in it. */
export const famous = new Set(words.famous);
/** Names of languages. */
export const languages = new Set(words.languages);
export const adjectives = new Set(words.adjectives);
export const determiners = new Set(words.determiners);
export const links = new Set(words.links);
/** Small words inside names: `von`, `de`. */
export const particles = new Set(words.particles);
export const placePrepositions = new Set(words.placePrepositions);
/** Verbs of saying. */
export const speech = new Set(words.speech);
const placeSuffixes = new Set(words.placeSuffixes);
const placePrefixes = new Set(words.placePrefixes);
export const organisationSuffixes = new Set(words.organisationSuffixes);
export const organisationHeads = new Set(words.organisationHeads);
export const organisationTails = new Set(words.organisationTails);
/** Organisations whose whole name is one word. */
export const organisationWords = new Set(words.organisationWords);
/** Words that are no names, however they are written. */
export const notNames = new Set(words.notNames);
export const maleNames = new Set(words.male);
export const femaleNames = new Set(words.female);
const places = new Set(words.places);
const nicknames = new Map(Object.entries(words.nicknames));

const flagged: readonly (readonly [ReadonlySet<string>, number])[] = [
  [titles, Flag.title],
  [maleNames, Flag.male],
  [femaleNames, Flag.female],
  [places, Flag.place],
  [placeSuffixes, Flag.placeSuffix],
  [placePrefixes, Flag.placePrefix],
  [organisationSuffixes, Flag.organisationSuffix],
  [notNames, Flag.notName],
];

/** What the word lists say of a word. */
export function flagsOf(key: string): number {
  return flagged.reduce((flags, [set, flag]) => (set.has(key) ? flags | flag : flags), 0);
}

/** A word as the lists hold it: lower case, without a final full stop. */
export function keyOf(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 1 && lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

/** Without accents, and with one kind of apostrophe: what a guide writes Cléante a translation may write CLEANTE. */
export function folded(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'");
}

/** Whether a word is a title, such as `Mrs.` */
export function isTitle(word: string): boolean {
  return titles.has(keyOf(word));
}

/** Whether a word begins with a capital. */
export function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Whether the lists know it as somebody's first name, pet names too. */
export function isFirstName(word: string): boolean {
  const full = fullFirstName(keyOf(word));
  return maleNames.has(full) || femaleNames.has(full);
}

/** Whether the lists know it as a place, and as nobody's first name. */
export function isKnownPlace(word: string): boolean {
  return places.has(keyOf(word)) && !isFirstName(word);
}

/** The full first name of a pet name: Lizzy is Elizabeth. */
export function fullFirstName(name: string): string {
  return nicknames.get(name) ?? name;
}
