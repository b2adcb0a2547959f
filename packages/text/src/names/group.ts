import {
  adjectives,
  callings,
  femaleNames,
  femaleTitles,
  folded,
  fullFirstName,
  gentlemen,
  isTitle,
  keyOf,
  maidenTitles,
  maleNames,
  maleTitles,
  ranks,
  shortTitles,
  wifeTitles,
} from "./lexicon.ts";

/** A spelling of a person's name and how often it occurs. */
interface NameForm {
  readonly text: string;
  readonly count: number;
}

/** A name taken apart: "Mrs. Henry Dashwood" has the title mrs and the names henry, dashwood. */
export interface ParsedName {
  readonly titles: readonly string[];
  readonly names: readonly string[];
  readonly gender: "male" | "female" | undefined;
  /** The gender is said by a title, not guessed from a first name. */
  readonly titled: boolean;
  readonly wife: boolean;
  readonly maiden: boolean;
  /** The "III" of Richard III. */
  readonly numeral: string | undefined;
}

/** One person under all their names. */
interface Group {
  readonly names: (readonly string[])[];
  /** Its names as the work spells them. */
  readonly spellings: string[];
  count: number;
  /** The one name of the play's speakers that is this person's. */
  speaker: string | undefined;
  gender: ParsedName["gender"];
  titled: boolean;
  wife: boolean;
  maiden: boolean;
  numeral: string | undefined;
  /** She is called "Miss Jemima": the eldest sister alone is "Miss Pinkerton". */
  younger: boolean;
  readonly titles: Set<string>;
}

/** Full names first, then names that are first names of those, then those with a title, then the rest; frequent before rare. */
export function inOrder(forms: readonly NameForm[]): { name: ParsedName; count: number; k: number }[] {
  const parsed = forms.map((form, k) => ({ name: parseName(form.text), count: form.count, k }));
  const long = parsed.filter(({ name }) => name.names.length > 1);
  const firstNames = new Set(long.map(({ name }) => fullFirstName(name.names[0] ?? "")));
  const rank = ({ names, titles }: ParsedName) => {
    if (names.length > 1) return -names.length;
    return firstNames.has(fullFirstName(names[0] ?? "")) ? 0 : titles.length > 0 ? 1 : 2;
  };
  return parsed.sort((a, b) => rank(a.name) - rank(b.name) || b.count - a.count || a.k - b.k);
}

/** A group that a name may belong to. */
interface Candidate {
  readonly score: number;
  readonly count: number;
  readonly number: number;
}

/**
 * The persons known so far; also tells to whom a new spelling belongs. Full names found groups; shorter ones join the best
 * group that agrees with them in gender and marriage, the more frequent one among equals.
 */
export class People {
  readonly groups: Group[] = [];
  /** Groups by any part of their names; two names of one person always share a part, pet names made full. */
  private readonly byPart = new Map<string, Set<number>>();

  /**
   * With `speakers`, no two of these names are one person's: they talk to each other. `apart` says which two spellings
   * cannot be one person's.
   */
  constructor(
    private readonly speakers: ReadonlySet<string> = new Set(),
    private readonly apart: (a: string, b: string) => boolean = () => false,
  ) {}

  add(name: ParsedName, count: number, spelling = ""): number {
    const number = this.find(name, spelling, count) ?? this.groups.push(newGroup(name)) - 1;
    const group = this.groups[number] as Group;
    group.spellings.push(spelling);
    group.count += count;
    group.speaker ??= this.speakerOf(name);
    if (!group.names.some((known) => known.join(" ") === name.names.join(" "))) {
      group.names.push(name.names);
      for (const part of partsOf(name)) {
        if (!this.byPart.has(part)) this.byPart.set(part, new Set());
        this.byPart.get(part)?.add(number);
      }
    }
    if (group.gender === undefined || (name.titled && !group.titled)) group.gender = name.gender ?? group.gender;
    group.titled ||= name.titled;
    for (const title of name.titles) group.titles.add(title);
    group.wife ||= name.wife;
    group.younger ||=
      name.maiden && name.names.length === 1 && group.names.some((k) => k.length > 1 && k[0] === name.names[0]);
    group.maiden ||= name.maiden;
    group.numeral ??= name.numeral;
    return number;
  }

  find(name: ParsedName, spelling = "", frequency = 0): number | undefined {
    const speaker = this.speakerOf(name);
    const near = new Set(partsOf(name).flatMap((part) => [...(this.byPart.get(part) ?? [])]));
    const fits: Candidate[] = [];
    for (const number of near) {
      const group = this.groups[number] as Group;
      if (
        isCouple(name.names) ||
        !agree(group, name) ||
        group.spellings.some((known) => this.apart(known, spelling)) ||
        (speaker !== undefined && (group.speaker ?? speaker) !== speaker)
      )
        continue;
      const score = Math.max(0, ...group.names.map((known) => sameness(known, group, name, speaker !== undefined)));
      if (score > 0) fits.push({ score, count: group.count, number });
    }
    const [best, second] = this.likeliest(fits).sort(
      (a, b) => b.score - a.score || b.count - a.count || a.number - b.number,
    );
    const unclear = best?.score === bareSurname && second?.score === bareSurname && second.count > 0.3 * best.count;
    // Whom the work nearly always calls by a surname alone is one person, however few times it says the whole name.
    const isUsual = unclear && frequency > 4 * (best.count + second.count);
    return unclear && !isUsual ? undefined : best?.number;
  }

  /** A bare surname is a man's where one has it. */
  private likeliest(fits: readonly Candidate[]): Candidate[] {
    const isWoman = ({ number }: Candidate) => this.groups[number]?.gender === "female";
    const bare = fits.filter(({ score }) => score === bareSurname);
    const women = bare.some((fit) => !isWoman(fit)) ? new Set(bare.filter(isWoman)) : new Set<Candidate>();
    return fits.filter((fit) => !women.has(fit));
  }

  private speakerOf({ names, titles }: ParsedName): string | undefined {
    const bare = names.join(" ");
    const full = [...titles, ...names].join(" ");
    return this.speakers.has(full) ? full : this.speakers.has(bare) ? bare : undefined;
  }
}

/** "Captain and Mrs. Ashburnham" are two, and neither of them. */
function isCouple(names: readonly string[]): boolean {
  return names.includes("and") || names.includes("&");
}

/** Takes a name apart. */
export function parseName(text: string): ParsedName {
  const words = text.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word));
  let first = 0;
  while (first < words.length - 1 && isBeforeName(words[first] as string)) first++;
  const titles = words.slice(0, first).map((word) => fullTitle(keyOf(word)));
  const numeral = words.length - first > 1 && /^[IVX]+$/.test(words.at(-1) ?? "") ? words.pop() : undefined;
  const names = words.slice(first).map((word) => folded(word.toLowerCase()).replace(/'s$/, ""));
  const wife = titles.some((title) => wifeTitles.has(title));
  // "Mrs. Major O'Dowd": the rank is her husband's.
  const said = wife
    ? "female"
    : titles.reduce<ParsedName["gender"]>((gender, title) => genderOfTitle(title) ?? gender, undefined);
  return {
    titles,
    names,
    gender: said ?? genderOfFirstName(names[0] ?? ""),
    titled: said !== undefined,
    wife,
    maiden: titles.some((title) => maidenTitles.has(title)),
    numeral,
  };
}

/** "Mister" is "Mr.", "Cap'n" a captain. */
function fullTitle(title: string): string {
  return shortTitles.get(folded(title)) ?? title;
}

function isBeforeName(word: string): boolean {
  return isTitle(word) || callings.has(keyOf(word)) || adjectives.has(keyOf(word));
}

function partsOf({ names }: ParsedName): string[] {
  return [...names, fullFirstName(names[0] ?? "")];
}

function newGroup({ gender, titled, wife, maiden, numeral }: ParsedName): Group {
  const shared = { gender, titled, wife, maiden, numeral };
  return { names: [], spellings: [], count: 0, speaker: undefined, younger: false, ...shared, titles: new Set() };
}

/** Mr. Bennet is not Mrs. Bennet, Miss Bennet is not her mother, and Henry VI is not Henry VII. */
function agree(group: Group, name: ParsedName): boolean {
  const own = ranksOf(name.titles);
  const held = ranksOf(group.titles);
  if (own.length > 0 && held.length > 0 && !own.some((rank) => held.includes(rank))) return false;
  const clash = group.gender !== undefined && name.gender !== undefined && group.gender !== name.gender;
  if (clash && (group.titled || name.titled)) return false;
  if (group.numeral !== undefined && name.numeral !== undefined && group.numeral !== name.numeral) return false;
  return !((group.maiden && name.wife) || (group.wife && name.maiden));
}

function ranksOf(titles: Iterable<string>): number[] {
  return [...titles].map((title) => ranks.findIndex((known) => known.includes(title))).filter((rank) => rank >= 0);
}

/** "Hale" may be Ned Hale; where it may as well be Andrew Hale it is neither. */
const bareSurname = 1.5;

/** How surely two names are one: 3 equal, down to 1.5 for a bare surname, which is the husband's; 0 nothing says so. */
function sameness(
  known: readonly string[],
  group: Group,
  { names, titles, wife, maiden }: ParsedName,
  isSpeaker: boolean,
): number {
  if (isCouple(known)) return 0;
  // A play may head a wife's speeches with her surname alone.
  const husband = titles.length === 0 ? (group.wife || group.maiden) && !isSpeaker : wife && !group.wife;
  if (known.join(" ") === names.join(" ")) return husband && !isWomansName(names[0] ?? "") ? 0 : 3;
  const knownFirst = fullFirstName(known[0] ?? "");
  const first = fullFirstName(names[0] ?? "");
  if (names.length === 1) {
    if (known.length === 1) return knownFirst === first && !areTwoPetNames(known[0], names[0], first) ? 1.8 : 0;
    const surname = titles.find((title) => title === "mr" || title === "mrs");
    if (knownFirst === first && (surname === undefined || group.titles.has(surname)))
      return titles.some((title) => group.titles.has(title)) ? 2.05 : 2;
    if (known.includes("of") || known.at(-1) !== names[0] || (husband && (titles.length > 0 || group.wife))) return 0;
    if (titles.length === 0) return bareSurname;
    if (maiden && group.younger) return 1.9;
    return titles.some((title) => group.titles.has(title)) ? 2.1 : 2;
  }
  if (known.length === 1) return known[0] === names.at(-1) && !husband && !names.includes("of") ? bareSurname - 0.1 : 0;
  if (known.at(-1) === names.at(-1)) {
    const initial = (known[0] ?? "").length <= 2 || (names[0] ?? "").length <= 2;
    if (knownFirst === first || (initial && knownFirst[0] === first[0])) return 2.5;
  }
  return !husband && known.length > names.length && names.every((part) => known.includes(part)) ? 2.2 : 0;
}

function isWomansName(name: string): boolean {
  return femaleNames.has(name) || femaleNames.has(fullFirstName(name));
}

/** Bessie and Eliza, in one book, are two: each would be Elizabeth. */
function areTwoPetNames(a: string | undefined, b: string | undefined, full: string): boolean {
  return a !== b && a !== full && b !== full;
}

function genderOfTitle(title: string): ParsedName["gender"] {
  return maleTitles.has(title) || gentlemen.has(title) ? "male" : femaleTitles.has(title) ? "female" : undefined;
}

function genderOfFirstName(name: string): ParsedName["gender"] {
  const full = fullFirstName(name);
  const male = maleNames.has(name) || maleNames.has(full);
  const female = femaleNames.has(name) || femaleNames.has(full);
  return male === female ? undefined : male ? "male" : "female";
}
