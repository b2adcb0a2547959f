import { groupedBy, median, memo, memoByName, sumOf } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { findCast, speechShare } from "../play/play.ts";
import { isLikeTitle } from "./book-title.ts";
import type { Candidate, StudiedBook } from "./candidates.ts";
import { editorsWords, type Place, placeOf } from "./ends.ts";
import type { Heading } from "./heading-forms.ts";
import { type Kind, kindOf, mostCommon } from "./kinds.ts";
import { keyOf, titleKey } from "./lettering.ts";
import type { Section } from "./sections.ts";
import { likenessesOf } from "./set-alike.ts";
import { areCapitals, settingOf } from "./settings.ts";

const limits = {
  /** The most lines that are looked at: hostile files have more. */
  mostLines: 20_000,
  /** Blocks that are asked for their speaker. */
  sampled: 300,
} as const;

/** A line that may be a heading. */
interface Line {
  readonly block: number;
  readonly setting: string;
  readonly isApart: boolean;
  readonly isShort: boolean;
  readonly heading: Heading | undefined;
}

/** The lines of a book that may be headings, outside of its contents lists. */
function linesOf({ blocks, headings, contents }: StudiedBook): Line[] {
  const found: Line[] = [];
  blocks.forEach((block, k) => {
    if (found.length >= limits.mostLines || contents.has(k)) return;
    const heading = headings.get(k);
    if (heading === undefined && likenessesOf(block).length === 0) return;
    found.push({
      block: k,
      setting: settingOf(block),
      isApart: block.level > 0 || block.gap >= 2,
      isShort: block.text.length < 200,
      heading,
    });
  });
  return found;
}

/** What is asked of a section in every candidate that has it. */
interface Facts {
  readonly words: number;
  readonly kind: Kind;
  readonly setting: string;
  readonly name: string;
  readonly isSentence: boolean;
  readonly isUnfinished: boolean;
  readonly areCapitals: boolean;
  readonly isMarked: boolean;
  /** It is called as the book is: it may be its title page. */
  readonly isBookTitle: boolean;
}

/** What is known of a book before its candidates are measured. */
export interface Measure {
  readonly book: StudiedBook;
  readonly lines: readonly Line[];
  readonly factsOf: (section: Section) => Facts;
  readonly placeOf: (section: Section) => Place;
  /** The share of the blocks that begin with a speaker of the play: of the whole book, of a section, of its heading. */
  readonly speech: number;
  readonly speechOf: (section: Section) => number;
  readonly isSpeech: (section: Section) => boolean;
  readonly editorsOf: (section: Section) => number;
  /** The share of the lines that HTML marks. */
  readonly marked: number;
  /** How often a short line comes: names of speakers come often. */
  readonly often: ReadonlyMap<string, number>;
  /** Blocks next to those that the contents list names. */
  readonly named: ReadonlySet<number>;
}

export function measureOf(book: StudiedBook): Measure {
  const { blocks, headings, words, aims } = book;
  const factsOf = memo((section: Section): Facts => {
    const { at, from, to, heading } = section;
    const block = blocks[at]!;
    return {
      words: words[Math.max(from, to)]! - words[from]!,
      kind: kindOf(section, headings),
      setting: settingOf(block),
      name: titleKey(heading),
      isSentence: /\p{Ll}[.!?]["”’]?$/u.test(heading),
      isUnfinished: /[:,;]["”’]?$/.test(heading),
      areCapitals: areCapitals(block),
      isMarked: block.level > 0,
      isBookTitle: isLikeTitle(section, book),
    };
  });
  const named = new Set([...aims.keys()].flatMap((block) => [block - 1, block, block + 1]));
  const lines = linesOf(book);
  const often = new Map<string, number>();
  for (const { block, isShort } of lines) {
    const key = isShort ? keyOf(blocks[block]!) : "";
    often.set(key, (often.get(key) ?? 0) + 1);
  }
  const some = sampled(blocks, 0, blocks.length);
  const cast = findCast(some);
  return {
    book,
    lines,
    factsOf,
    placeOf: memo((section: Section) => placeOf(section, book)),
    speech: speechShare(some, cast),
    speechOf: memoByName(rangeOf, ({ from, to }) => speechShare(sampled(blocks, from, to), cast)),
    editorsOf: memoByName(rangeOf, (section) => editorsWords(section, book)),
    isSpeech: memo(({ at }: Section) => speechShare([blocks[at]!], cast) > 0),
    marked: lines.filter(({ block }) => blocks[block]!.level > 0).length / Math.max(1, lines.length),
    often,
    named,
  };
}

function rangeOf({ from, to }: Section): string {
  return `${from} ${to}`;
}

/** Every nth of these blocks. */
function sampled(blocks: readonly Block[], from: number, to: number): Block[] {
  const step = Math.ceil((to - from) / limits.sampled);
  const found: Block[] = [];
  for (let k = from; k < to; k += step) found.push(blocks[k]!);
  return found;
}

/** What is measured of every candidate. */
interface Measured extends Measure {
  readonly candidate: Candidate;
  readonly facts: readonly Facts[];
  readonly lengths: readonly number[];
  /** The median length, in words. */
  readonly usual: number;
  readonly kinds: readonly Kind[];
  readonly kind: Kind;
  readonly setting: string;
}

/** Numbers by their names. */
export type Row = Readonly<Record<string, number>>;

/** The numbers by which a candidate is judged. */
export function featuresOf(measure: Measure, candidate: Candidate): Row {
  const { chapters } = candidate;
  const facts = chapters.map(measure.factsOf);
  const lengths = facts.map(({ words }) => words);
  const usual = Math.max(1, median(lengths));
  const kinds = facts.map(({ kind }) => kind);
  const [setting, alike] = [...groupedBy(facts, (each) => each.setting)].reduce((a, b) =>
    b[1].length > a[1].length ? b : a,
  );
  const measured = { ...measure, candidate, facts, lengths, usual, kinds, kind: mostCommon(kinds), setting };
  return {
    ...sizes(measured),
    "usual setting": alike.length / chapters.length,
    ...numbering(measured),
    ...unused(measured),
    ...listed(measured),
    ...titles(measured),
    ...at("first", end(chapters[0], measured)),
    ...at("last", end(chapters.at(-1), measured)),
    ...at("above", end(candidate.above, measured)),
    ...at("below", end(candidate.below, measured)),
    ...steps(measured),
    ...inside(measured),
    "speech of the book": measure.speech,
    "marked lines": measure.marked,
    "speech for a heading": chapters.filter(measure.isSpeech).length / chapters.length,
  };
}

/** The names of what is asked at each end begin with the end. */
function at(place: string, row: Row): Row {
  return Object.fromEntries(endFeatures.map((name) => [`${place}: ${name}`, row[name] ?? 0]));
}

function sizes({ book: { words }, candidate: { chapters, structure }, lengths, usual }: Measured): Row {
  const total = Math.max(1, words.at(-1)!);
  const own = Math.max(1, sumOf(lengths));
  const ratios = lengths.map((length) => ratio(length, usual));
  const mean = sumOf(ratios) / ratios.length;
  return {
    chapters: Math.log(chapters.length),
    "book words": Math.log(total),
    "usual words": Math.log(usual),
    "in chapters": own / total,
    uneven: Math.sqrt(sumOf(ratios, (each) => (each - mean) ** 2) / ratios.length),
    shortest: lowest(ratios),
    longest: highest(ratios),
    "longest share": highest(lengths) / own,
    "very short": lengths.filter((length) => length < usual / 12).length / chapters.length,
    front: words[chapters[0]!.from]! / total,
    back: 1 - words[chapters.at(-1)!.to]! / total,
    scenic: structure.scenic ? 1 : 0,
  };
}

function numbering({ book: { headings }, candidate: { chapters, structure }, kinds, kind }: Measured): Row {
  const odd = kinds.filter((each) => each !== kind).length;
  const counted = chapters.flatMap(({ at }) => {
    const heading = headings.get(at);
    const isCounted = heading?.number !== undefined && (heading.class !== "division" || kind.startsWith("part"));
    return isCounted ? [{ at, number: heading.number! }] : [];
  });
  let [on, again, inPart, broken] = [0, 0, 0, 0];
  counted.slice(1).forEach(({ at, number }, k) => {
    const before = counted[k]!;
    if (number === before.number + 1 || !Number.isFinite(number)) on++;
    else if (number !== 1) broken++;
    else if (structure.divisions.some(({ block }) => block > before.at && block <= at)) inPart++;
    else again++;
  });
  const steps = Math.max(1, counted.length - 1);
  return {
    "odd kinds": odd / chapters.length,
    "odd kinds, all": Math.min(odd, 20),
    "odd and unnamed": Math.min(odd - kinds.filter((each) => each === "named").length, 20),
    counted: counted.length / chapters.length,
    "numbers follow": counted.length < 2 ? -1 : on / steps,
    "numbers begin again": again / steps,
    "numbers begin again in a part": inPart / steps,
    "numbers broken": Math.min(broken, 10),
    "begins with 1": counted.length === 0 ? -1 : counted[0]!.number === 1 ? 1 : 0,
    kind: ["title", "counted ", "counted chapter", "counted scene", "letter"].indexOf(kind),
    "are counted": kind.startsWith("counted") ? 1 : 0,
    "are parts": kind.startsWith("part") ? 1 : 0,
  };
}

/** Lines inside of chapters that look like headings too. */
function unused({ candidate: { chapters }, kind, setting, lines }: Measured): Row {
  const starts = new Set(chapters.flatMap(({ at, from }) => [at, at + 1, from]));
  const word = kind.startsWith("counted ") ? kind.slice("counted ".length) : undefined;
  let [alike, marked, leaves, numbers, scenes, parts, k] = [0, 0, 0, 0, 0, 0, 0];
  for (const line of lines) {
    while (k < chapters.length && chapters[k]!.to <= line.block) k++;
    if (starts.has(line.block) || k >= chapters.length || line.block <= chapters[k]!.from) continue;
    if (line.isShort && line.isApart && line.setting === setting) alike++;
    if (
      line.isShort &&
      (line.setting.startsWith("h") || line.setting === "capitals 3" || line.setting === "capitals 4")
    )
      marked++;
    const { class: kindOfHeading, word: own, number, style } = line.heading ?? {};
    if (number === undefined) continue;
    if (kindOfHeading === "leaf" && (word === undefined || own === word || own === "chapter")) leaves++;
    else if (kindOfHeading === "number" && style !== "letter") numbers++;
    else if (kindOfHeading === "division") parts++;
    else if (kindOfHeading !== "leaf") scenes++;
  }
  const { length } = chapters;
  return {
    "unused alike": alike / length,
    "unused alike, all": Math.min(alike, 50),
    "unused marked": marked / length,
    "unused marked, all": Math.min(marked, 50),
    "unused leaves": leaves / length,
    "unused leaves, all": Math.min(leaves, 20),
    "unused numbers": numbers / length,
    "unused scenes": scenes / length,
    "unused parts": parts,
  };
}

/** How far the contents list and the chapters agree. */
function listed({ book: { aims, contents }, candidate: { chapters }, named }: Measured): Row {
  const near = new Set(chapters.flatMap(({ at, from }) => [at - 1, at, at + 1, from]));
  const missed = [...aims.keys()].filter((block) => !near.has(block));
  const inside = missed.filter((block) => chapters.some(({ from, to }) => block > from && block < to)).length;
  const both = chapters.filter(({ at }) => named.has(at)).length;
  const entries = contents.entries.filter(
    ({ heading }) => heading?.class !== "contents" && heading?.class !== "front" && heading?.class !== "back",
  ).length;
  const has = aims.size > 0;
  return {
    "of the list": has ? 1 - missed.length / aims.size : -1,
    listed: has ? both / chapters.length : -1,
    unlisted: has ? Math.min(10, chapters.length - both) : -1,
    "listed inside": has ? inside / aims.size : -1,
    "listed inside, all": Math.min(inside, 10),
    "list to chapters": has ? Math.log(aims.size / chapters.length) : 0,
    "entries to chapters": Math.log((entries + 0.5) / chapters.length),
    "has entries": entries > 2 ? 1 : 0,
    "sure list": contents.certain === true ? 1 : 0,
  };
}

function titles({ facts, often }: Measured): Row {
  const share = (is: (chapter: Facts) => boolean) => facts.filter(is).length / facts.length;
  return {
    "own names": new Set(facts.map(({ name }) => name)).size / facts.length,
    "without a name": Math.min(facts.filter(({ name }) => name === "").length, 20),
    "heading length": sumOf(facts, ({ name }) => Math.min(name.length, 150)) / facts.length,
    sentences: share(({ isSentence }) => isSentence),
    unfinished: share(({ isUnfinished }) => isUnfinished),
    "frequent names": share(({ name }) => name !== "" && (often.get(name) ?? 0) > 1),
    capitals: share(({ areCapitals: are }) => are),
    marked: share(({ isMarked }) => isMarked),
  };
}

/** Does the count lead from what is above to the first chapter, and from the last two to what is below? 1, -1, or 0 if uncounted. */
function steps({ book: { headings }, candidate: { chapters, above, below } }: Measured): Row {
  const numberOf = (section: Section | undefined) =>
    section === undefined ? undefined : headings.get(section.at)?.number;
  const isStep = (a: Section | undefined, b: Section | undefined) => {
    const [one, two] = [numberOf(a), numberOf(b)];
    return two === undefined ? 0 : two === (one ?? 0) + 1 ? 1 : -1;
  };
  const [first, last] = [chapters[0], chapters.at(-1)];
  const begins = numberOf(first);
  return {
    "count begins": begins === undefined ? 0 : begins === 1 ? 1 : -1,
    "last follows": isStep(chapters.at(-2), last),
    "first follows what is above": numberOf(above) === undefined ? 0 : isStep(above, first),
    "what is below follows": isStep(last, below),
  };
}

/** Chapters but the last above "THE END", and those that are signed. */
function inside({ candidate: { chapters }, placeOf: placed }: Measured): Row {
  const places = chapters.map(placed);
  const ends = places.slice(0, -1).filter(({ hasEnd }) => hasEnd).length;
  return {
    "ends inside": ends / chapters.length,
    "ends inside, all": Math.min(ends, 3),
    signed: places.filter(({ isSigned }) => isSigned).length / chapters.length,
    matter: places.filter(({ isMatter }) => isMatter).length / chapters.length,
  };
}

const endFeatures = [
  "has a heading",
  "is matter by its heading",
  "is opening",
  "is closing",
  "is listed",
  "words to usual",
  "usual kind",
  "usual setting",
  "running",
  "is the book's title",
  "has a word of matter",
  "has the end",
  "is signed",
  "words of editors",
  "is outside the list",
  "speech to usual",
];

/** Of a section that is not there. */
const none: Row = { "has a heading": -1 };

/** The first or the last chapter, or what is next to it: is it like the chapters? */
function end(section: Section | undefined, measured: Measured): Row {
  const { book, factsOf, usual, kind, setting, named } = measured;
  if (section === undefined) return none;
  const { headings, characters, running } = book;
  const found = headings.get(section.at)?.class;
  const { from, to } = section;
  const size = Math.max(1, characters[Math.max(from, to)]! - characters[from]!);
  const facts = factsOf(section);
  const place = measured.placeOf(section);
  return {
    "has a heading": section.heading === "" ? 0 : 1,
    "is matter by its heading": found === "front" || found === "back" || found === "cast" ? 1 : 0,
    "is opening": found === "opening" ? 1 : 0,
    "is closing": found === "closing" ? 1 : 0,
    "is listed": named.has(section.at) ? 1 : 0,
    "words to usual": ratio(facts.words, usual),
    "usual kind": facts.kind === kind ? 1 : 0,
    "usual setting": facts.setting === setting ? 1 : 0,
    running: (running[Math.max(from, to)]! - running[from]!) / size,
    "is the book's title": facts.isBookTitle ? 1 : 0,
    "has a word of matter": place.isMatter ? 1 : 0,
    "has the end": place.hasEnd ? 1 : 0,
    "is signed": place.isSigned ? 1 : 0,
    "words of editors": measured.editorsOf(section),
    "is outside the list": place.isOutsideList ? 1 : 0,
    "speech to usual": measured.speechOf(section) - measured.speech,
  };
}

function ratio(length: number, usual: number): number {
  return Math.log((length + 5) / (usual + 5));
}

function lowest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function highest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}
