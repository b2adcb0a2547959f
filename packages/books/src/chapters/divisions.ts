import { median, sumOf } from "@plotline/base";
import { isCapitals, keyOf, undecorated } from "./lettering.ts";
import { type PieceFeatures, pieceFeatures, type Reader, sizesOf } from "./piece-features.ts";
import { type Piece, piecesOf, wholeOf } from "./pieces.ts";
import { mostCommon, seriesOf } from "./series.ts";

/** A series with its pieces, and which of them are chapters. */
export interface Division {
  readonly finders: readonly string[];
  readonly pieces: readonly Piece[];
  /** How likely each piece is a chapter, and whether it is taken for one. */
  readonly chances: readonly number[];
  readonly chapters: readonly Piece[];
  readonly ends: PieceFeatures;
}

/** The pieces of a series, with what is measured of each. */
export interface Proposal {
  readonly finder: string;
  readonly pieces: readonly Piece[];
  readonly rows: readonly PieceFeatures[];
}

export function proposalsOf(reader: Reader): Proposal[] {
  const all = seriesOf(reader.book).map((series) => ({ finder: series.finder, pieces: piecesOf(reader.book, series) }));
  const found = all.filter(({ pieces }) => pieces.length > 0);
  if (found.length === 0) found.push({ finder: "whole", pieces: [wholeOf(reader.book)] });
  return found.map((each) => ({ ...each, rows: pieceFeatures(reader, each.pieces) }));
}

/** How many doubtful pieces of a proposal are tried both ways, and what is no doubt. */
const [mostTried, isSafe] = [2, 0.93];

/** A proposal's chapters: the pieces that are likelier chapters than not; and the same with a doubtful piece more or less. */
export function divisionsOf(proposal: Proposal, chances: readonly number[]): Division[] {
  const likely = chances.map((chance) => chance >= 0.5);
  if (!likely.includes(true)) likely[chances.indexOf(Math.max(...chances))] = true;
  const doubtful = chances
    .map((chance, k) => ({ k, sure: Math.max(chance, 1 - chance) }))
    .filter(({ sure }) => sure < isSafe)
    .sort((a, b) => a.sure - b.sure)
    .slice(0, mostTried);
  const tried = [likely];
  for (const { k } of doubtful) tried.push(...tried.map((taken) => taken.map((each, at) => (at === k ? !each : each))));
  return tried.filter((taken) => taken.includes(true)).map((taken) => divisionOf(proposal, chances, taken));
}

/** What is left out at an end is no chapter, what is left out between two belongs to the one above. */
export function divisionOf(
  { pieces, rows, finder }: Proposal,
  chances: readonly number[],
  taken: readonly boolean[],
): Division {
  const last = taken.lastIndexOf(true);
  const chapters: Piece[] = [];
  pieces.forEach((piece, k) => {
    const above = chapters.at(-1);
    if (taken[k]) chapters.push(piece);
    else if (above?.to === piece.at && (k < last || isOfChapter(piece, rows[k]!)))
      chapters[chapters.length - 1] = { ...above, to: piece.to };
  });
  const ends = endFeatures(rows, chances, taken);
  return {
    finders: [finder],
    pieces,
    chances: chances.map((chance, k) => (taken[k] ? chance : 1 - chance)),
    chapters,
    ends,
  };
}

/** What the first and the last chapter are like, and what is left out next to them. */
function endFeatures(
  rows: readonly PieceFeatures[],
  chances: readonly number[],
  taken: readonly boolean[],
): PieceFeatures {
  const [first, last] = [taken.indexOf(true), taken.lastIndexOf(true)];
  const places = { first, last, before: first - 1, after: last + 1 };
  const doubt = (from: number, to: number) =>
    Math.min(
      10,
      sumOf(
        chances.map((chance, k) =>
          k < from || k >= to ? 0 : -Math.log(Math.max(1e-3, taken[k] ? chance : 1 - chance)),
        ),
      ),
    );
  const found: PieceFeatures = {
    "doubt in front": doubt(0, first),
    "doubt of first": doubt(first, first + 1),
    "doubt of last": doubt(last, last + 1),
    "doubt behind": doubt(last + 1, chances.length),
  };
  for (const [name, k] of Object.entries(places))
    for (const feature of atEnds) found[`${name}: ${feature}`] = rows[k]?.[feature] ?? -9;
  return found;
}

const atEnds = [
  "is front",
  "is opening",
  "is closing",
  "is back",
  "is counted",
  "usual form",
  "usual setting",
  "is listed",
  "words to usual",
  "editors to usual",
  "talk to usual",
  "names known",
  "is signed",
  "is matter",
  "has the end",
  "after the end",
  "running to usual",
];

/** A note at the end that no editor has written. */
const shortNote = Math.log(40);

/** What is below the last chapter belongs to it, unless its heading is that of notes or a preface. */
function isOfChapter({ form, line }: Piece, row: PieceFeatures): boolean {
  const isStory = line?.heading?.word === "note" && row["words"]! < shortNote && row["editors"] === 0;
  return isStory || (form === "title" && line?.isListed !== true && row["is matter"] === 0);
}

export function unlike(all: readonly Division[]): Division[] {
  const found = new Map<string, Division>();
  for (const each of all) {
    const key = each.chapters.map(({ at }) => at).join();
    const known = found.get(key);
    if (known === undefined) found.set(key, each);
    else {
      const better = worth(each) > worth(known) ? each : known;
      found.set(key, { ...better, finders: [...known.finders, ...each.finders] });
    }
  }
  return [...found.values()];
}

function worth({ chances }: Division): number {
  return sumOf(chances, (chance) => Math.log(Math.max(1e-4, chance)));
}

export type DivisionFeatures = Record<string, number>;

export function divisionFeatures(reader: Reader, all: readonly Division[]): DivisionFeatures[] {
  const { book } = reader;
  const { words, blocks, lines, aims, contents } = book;
  const total = Math.max(1, words.at(-1)!);
  const often = new Map<string, number>();
  for (const { block } of lines) often.set(keyOf(blocks[block]!), (often.get(keyOf(blocks[block]!)) ?? 0) + 1);
  const near = new Set([...aims.keys()].flatMap((block) => [block - 1, block, block + 1]));
  const starts = all.map(({ chapters }) => new Set(chapters.map(({ at }) => at)));
  const counts = all.map(({ chapters }) => chapters.length);
  const entries = contents.entries.filter(
    ({ heading }) => !["contents", "front", "back"].includes(heading?.class ?? ""),
  ).length;
  const marked = lines.filter(({ block }) => blocks[block]!.level > 0).length / Math.max(1, lines.length);
  const bookSpeech = reader.contentOf({ from: 0, to: blocks.length }).speech;
  const coverOf = all.map(({ chapters }) => sumOf(sizesOf(book, chapters)) / total);
  const countedIn = all.map(
    ({ chapters }) =>
      chapters.filter(({ line }) => line?.heading?.number !== undefined).length / lines.filter(isCounted).length || 0,
  );
  const listedIn = all.map(
    ({ chapters }) => chapters.filter(({ at }) => near.has(at)).length / Math.max(1, aims.size, chapters.length),
  );
  const doubtIn = all.map(({ chances }) => sumOf(chances, (chance) => -Math.log(Math.max(1e-3, chance))));
  const evenIn = all.map(({ chapters }) => unevenness(sizesOf(book, chapters)));
  return all.map((division, which) => {
    const { chapters, chances, pieces, finders } = division;
    const { length } = chapters;
    const lengths = sizesOf(book, chapters);
    const own = Math.max(1, sumOf(lengths));
    const usual = Math.max(1, median(lengths));
    const ratios = lengths.map((each) => Math.log((each + 20) / (usual + 20)));
    const mean = sumOf(ratios) / length;
    const [form = "", formCount] = mostCommon(chapters.map((each) => each.form));
    const named = chapters.filter((each) => each.form === "opening" || each.form === "closing").length;
    const [setting = "", settingCount] = mostCommon(chapters.map(({ line }) => line?.setting));
    const headings = chapters.map(({ line }) => line?.heading);
    const counted = headings.flatMap((heading, k) =>
      heading?.number === undefined ? [] : [{ number: heading.number, k, word: heading.word }],
    );
    let [on, again, broken, twice] = [0, 0, 0, 0];
    counted.slice(1).forEach(({ number }, k) => {
      const before = counted[k]!.number;
      if (number === before + 1 || !Number.isFinite(number)) on++;
      else if (number === 1) again++;
      else if (number === before) twice++;
      else broken++;
    });
    const steps = Math.max(1, counted.length - 1);
    const mine = starts[which]!;
    const begun = new Set(chapters.flatMap(({ at }) => [at, at + 1]));
    const first = chapters[0]!;
    const last = chapters.at(-1)!;
    const unused = lines.filter(({ block }) => block > first.at && block < last.to && !begun.has(block));
    const count = (is: (line: (typeof lines)[number]) => boolean) => unused.filter(is).length;
    const outside = lines.filter(({ block }) => block < first.at || block >= last.to);
    const alike = count((line) => line.setting === setting && line.likenesses.length > 0);
    const high = count(({ setting: other }) => other.startsWith("h") && (!setting.startsWith("h") || other <= setting));
    const sameForm = count((line) => line.form === form && form !== "title");
    const leaves = count(({ form: other }) => other.startsWith("counted"));
    const numerals = count(({ form: other }) => other === "numeral");
    const scenes = count(({ form: other }) => other === "scene" || other === "act");
    const parts = count(({ form: other }) => other.startsWith("part"));
    const dated = count(({ form: other }) => other === "dated");
    const listedUnused = count(({ isListed }) => isListed);
    const wide = count(({ block }) => blocks[block]!.level > 0 || blocks[block]!.gap >= 3);
    const both = chapters.filter(({ at }) => near.has(at)).length;
    const missed = [...aims.keys()].filter((block) => !begun.has(block) && !begun.has(block + 1)).length;
    const overlaps = starts.map((other, k) => (k === which ? 0 : overlap(mine, other)));
    const names = chapters.map(({ at, line }) => (line === undefined ? "" : keyOf(blocks[at]!)));
    const texts = chapters.map(({ at, line }) => (line === undefined ? "" : blocks[at]!.text));
    const share = (is: (k: number) => boolean) => chapters.filter((_, k) => is(k)).length / length;
    const worths = chances.map((chance) => -Math.log(Math.max(1e-3, chance)));
    const isFinder = (name: RegExp) => (finders.some((each) => name.test(each)) ? 1 : 0);
    const rejected = pieces.filter((piece) => !mine.has(piece.at));
    const row: DivisionFeatures = {
      chapters: Math.log(length),
      "one chapter": length === 1 ? 1 : 0,
      "book words": Math.log(total),
      "usual words": Math.log(usual),
      "in chapters": own / total,
      uneven: Math.sqrt(sumOf(ratios, (each) => (each - mean) ** 2) / length),
      shortest: Math.min(...ratios),
      longest: Math.max(...ratios),
      "longest share": Math.max(...lengths) / own,
      "last to usual": ratios.at(-1)!,
      "first to usual": ratios[0]!,
      "very short": lengths.filter((each) => each < usual / 12).length / length,
      front: words[first.at]! / total,
      back: 1 - words[last.to]! / total,
      "usual form": (formCount + (form === "opening" || form === "closing" ? 0 : named)) / length,
      "odd forms": Math.min(20, length - formCount - named),
      titles: form === "title" ? 1 : 0,
      counted: form.startsWith("counted") ? 1 : 0,
      numerals: form === "numeral" ? 1 : 0,
      parts: form.startsWith("part") ? 1 : 0,
      acts: form === "act" ? 1 : 0,
      scenes: form === "scene" ? 1 : 0,
      dated: form === "dated" ? 1 : 0,
      "front matter": chapters.filter((each) => each.form === "front" || each.form === "back" || each.form === "cast")
        .length,
      unnamed: chapters.filter(({ line }) => line === undefined).length,
      "usual setting": settingCount / length,
      level: setting.startsWith("h") ? Number(setting.slice(1)) : 0,
      gap: setting.startsWith("h") ? -1 : Number(setting.at(-1)),
      "with numbers": counted.length / length,
      "numbers follow": counted.length < 2 ? -1 : on / steps,
      "numbers begin again": again / steps,
      "numbers broken": Math.min(10, broken),
      "numbers twice": Math.min(10, twice),
      "first number": counted.length === 0 ? -1 : Math.min(3, counted[0]!.number),
      "starts counted": headings[0]?.number === undefined ? 0 : 1,
      "unused alike": alike / length,
      "unused alike, all": Math.min(50, alike),
      "unused high": high / length,
      "unused of the form": Math.min(30, sameForm),
      "unused leaves": Math.min(30, leaves),
      "unused numerals": numerals / length,
      "unused scenes": scenes / length,
      "unused parts": Math.min(20, parts),
      "unused dates": dated / length,
      "unused listed": Math.min(20, listedUnused),
      "unused wide": wide / length,
      "list missed": aims.size === 0 ? -1 : missed / aims.size,
      listed: aims.size === 0 ? -1 : both / length,
      unlisted: aims.size === 0 ? -1 : Math.min(10, length - both),
      entries: Math.log((entries + 0.5) / length),
      "has entries": entries > 2 ? 1 : 0,
      "sure list": contents.certain === true ? 1 : 0,
      "own names": new Set(names).size / length,
      "frequent names": share((k) => names[k] !== "" && (often.get(names[k]!) ?? 0) > 1),
      sentences: share((k) => /\p{Ll}[.!?]["”’]?\s*$/u.test(texts[k]!)),
      unfinished: share((k) => /[:,;]["”’]?\s*$/.test(texts[k]!)),
      capitals: share((k) => texts[k] !== "" && isCapitals(undecorated(texts[k]!.slice(0, 160)))),
      "heading length": sumOf(texts, (text) => Math.min(150, text.length)) / length,
      "same first words": new Set(names.map((name) => name.split(" ")[0])).size / length,
      marked: marked,
      speech: bookSpeech,
      doubt: Math.min(20, sumOf(worths)),
      "most doubt": Math.max(...worths),
      "mean doubt": sumOf(worths) / worths.length,
      doubtful: chances.filter((chance) => chance < 0.8).length,
      "left out inside":
        Math.min(20, rejected.filter(({ place, inSeries }) => place === "inside" && inSeries).length) / length,
      "left out of the series": rejected.filter(({ inSeries }) => inSeries).length,
      "left out in front": rejected.filter(({ place }) => place === "front").length,
      "left out behind": rejected.filter(({ place }) => place === "back").length,
      "counted left out": Math.min(10, rejected.filter(({ line }) => isCounted(line)).length),
      "named left out": Math.min(
        10,
        rejected.filter(({ form: other }) => other === "opening" || other === "closing").length,
      ),
      "listed left out": Math.min(10, rejected.filter(({ line }) => line?.isListed === true).length),
      "unexplained left out": Math.min(
        10,
        rejected.filter(
          ({ place, form: other }) =>
            place !== "inside" &&
            (other === "title" || other === "opening" || other.startsWith("counted") || other === "numeral"),
        ).length,
      ),
      "counted outside": Math.min(10, outside.filter(isCounted).length),
      "cover to best": coverOf[which]! - Math.max(...coverOf),
      "numbers to best": countedIn[which]! - Math.max(...countedIn),
      "list to best": listedIn[which]! - Math.max(...listedIn),
      "doubt to best": Math.min(20, doubtIn[which]! - Math.min(...doubtIn)),
      "even to best": evenIn[which]! - Math.min(...evenIn),
      "taken besides": chapters.filter(({ inSeries }) => !inSeries).length,
      finders: finders.length,
      "by the list": isFinder(/^listed/),
      "by navigation": isFinder(/^navigation/),
      "by level": isFinder(/^h\d/),
      "by count": isFinder(/^(?:counted|part|scene|act|numeral)/),
      "in order": isFinder(/in order/),
      "by setting": isFinder(/^(?:capitals|plain|apart|far|begins|ends)/),
      candidates: all.length,
      "most alike": overlaps.length === 1 ? 0 : Math.max(...overlaps),
      agreement: sumOf(overlaps) / Math.max(1, overlaps.length - 1),
      "chapters to others": Math.log(length / Math.max(1, median(counts))),
      "chapters to most": Math.log(length / Math.max(...counts)),
      pieces: pieces.length,
      ...division.ends,
    };
    return row;
  });
}

function isCounted(
  line: { readonly heading?: { readonly number: number | undefined } | undefined } | undefined,
): boolean {
  return line?.heading?.number !== undefined;
}

/** How much the lengths differ, as logarithms. */
function unevenness(lengths: readonly number[]): number {
  const logs = lengths.map((each) => Math.log(each + 20));
  const mean = sumOf(logs) / logs.length;
  return Math.sqrt(sumOf(logs, (each) => (each - mean) ** 2) / logs.length);
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let both = 0;
  for (const at of a) if (b.has(at)) both++;
  return (2 * both) / (a.size + b.size);
}
