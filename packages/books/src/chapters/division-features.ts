import { median, sumOf } from "@plotline/base";
import { type Division, doubtOf } from "./divisions.ts";
import { keyOf } from "./lettering.ts";
import type { Line } from "./lines.ts";
import { type Reader, sizesOf } from "./piece-features.ts";
import { mostCommon } from "./series.ts";
import type { StudiedBook } from "./study.ts";

/** The named numbers by which the divisions of a book are compared. */
export type DivisionFeatures = Record<string, number>;

/** What is measured of each division for itself, and how far it is from the best of all. */
export function divisionFeatures({ book }: Reader, all: readonly Division[]): DivisionFeatures[] {
  const near = new Set([...book.aims.keys()].flatMap((block) => [block - 1, block, block + 1]));
  const rows = all.map((division) => ({
    ...lengthFeatures(book, division),
    ...headingFeatures(book, division, near),
    ...unusedFeatures(book, division),
    ...doubtFeatures(division),
    ...endFeatures(division),
  }));
  const starts = all.map(({ chapters }) => new Set(chapters.map(({ at }) => at)));
  const counts = all.map(({ chapters }) => chapters.length);
  return rows.map((row, k) => {
    const overlaps = starts.flatMap((other, at) => (at === k ? [] : [overlap(starts[k]!, other)]));
    const best = Object.fromEntries(
      compared.map((name) => [
        `${name} to best`,
        row[name]! - Math[name === "doubt" || name === "uneven" ? "min" : "max"](...rows.map((other) => other[name]!)),
      ]),
    );
    return {
      ...row,
      ...best,
      candidates: all.length,
      "most alike": Math.max(0, ...overlaps),
      agreement: sumOf(overlaps) / Math.max(1, overlaps.length),
      "chapters to others": Math.log(counts[k]! / Math.max(1, median(counts))),
      "chapters to most": Math.log(counts[k]! / Math.max(...counts)),
    };
  });
}

const compared = ["in chapters", "counted of all", "listed", "doubt", "uneven"] as const;

function lengthFeatures(book: StudiedBook, { chapters }: Division) {
  const { words } = book;
  const total = Math.max(1, words.at(-1)!);
  const lengths = sizesOf(book, chapters);
  const usual = Math.max(1, median(lengths));
  const ratios = lengths.map((each) => Math.log((each + 20) / (usual + 20)));
  const mean = sumOf(ratios) / ratios.length;
  return {
    chapters: Math.log(chapters.length),
    "book words": Math.log(total),
    "usual words": Math.log(usual),
    "in chapters": sumOf(lengths) / total,
    front: words[chapters[0]!.at]! / total,
    uneven: Math.sqrt(sumOf(ratios, (each) => (each - mean) ** 2) / ratios.length),
    longest: Math.max(...ratios),
    "longest share": Math.max(...lengths) / Math.max(1, sumOf(lengths)),
    "first to usual": ratios[0]!,
    "last to usual": ratios.at(-1)!,
  };
}

/** What begins the chapters, how it is counted, and whether the contents list names it. */
function headingFeatures(
  { blocks, lines, aims, contents }: StudiedBook,
  division: Division,
  near: ReadonlySet<number>,
) {
  const { chapters, finders } = division;
  const { length } = chapters;
  const [form = "", formCount] = mostCommon(chapters.map((each) => each.form));
  const named = chapters.filter(isNamed).length;
  const numbers = chapters.flatMap(({ line }) => line?.heading?.number ?? []);
  const steps = numbers.slice(1).map((number, k) => stepOf(numbers[k]!, number));
  const share = (step: string) => steps.filter((each) => each === step).length / Math.max(1, steps.length);
  const names = chapters.map(({ at, line }) => (line === undefined ? "" : keyOf(blocks[at]!)));
  const printed = sumOf(chapters, ({ at, line }) => (line === undefined ? 0 : Math.min(150, blocks[at]!.text.length)));
  const listed = chapters.filter(({ at }) => near.has(at)).length;
  const begun = new Set(chapters.flatMap(({ at }) => [at, at + 1]));
  const missed = [...aims.keys()].filter((block) => !begun.has(block) && !begun.has(block + 1)).length;
  return {
    "usual form": (formCount + (isNamed({ form }) ? 0 : named)) / length,
    "odd forms": Math.min(20, length - formCount - named),
    titles: form === "title" ? 1 : 0,
    counted: form.startsWith("counted") ? 1 : 0,
    scenes: form === "scene" ? 1 : 0,
    parts: form.startsWith("part") || form === "act" ? 1 : 0,
    unnamed: chapters.filter(({ line }) => line === undefined).length,
    "first number": numbers.length === 0 ? -1 : Math.min(3, numbers[0]!),
    "starts counted": chapters[0]!.line?.heading?.number === undefined ? 0 : 1,
    "counted of all": numbers.length / Math.max(1, lines.filter(isCounted).length),
    "numbers follow": steps.length === 0 ? -1 : share("next"),
    "numbers begin again": share("again"),
    "numbers broken": Math.min(10, steps.filter((step) => step === "other").length),
    "own names": new Set(names).size / length,
    "heading length": printed / length,
    listed: listed / Math.max(1, aims.size, length),
    "list missed": aims.size === 0 ? -1 : missed / aims.size,
    entries: Math.log((contents.entries.length + 0.5) / length),
    finders: finders.length,
    "by count": finders.some((finder) => /^(?:counted|part|scene|act|numeral)/.test(finder)) ? 1 : 0,
  };
}

function stepOf(before: number, number: number): "next" | "again" | "twice" | "other" {
  if (number === before + 1 || !Number.isFinite(number)) return "next";
  return number === 1 ? "again" : number === before ? "twice" : "other";
}

/** Lines that begin no chapter, though they look like those that do. */
function unusedFeatures({ blocks, lines }: StudiedBook, { chapters, pieces, taken }: Division) {
  const { length } = chapters;
  const [form] = mostCommon(chapters.map((each) => each.form));
  const [setting] = mostCommon(chapters.map(({ line }) => line?.setting));
  const [from, to] = [chapters[0]!.at, chapters.at(-1)!.to];
  const begun = new Set(chapters.flatMap(({ at }) => [at, at + 1]));
  const unused = lines.filter(({ block }) => block > from && block < to && !begun.has(block));
  const count = (is: (line: Line) => boolean) => unused.filter(is).length;
  const alike = count((line) => line.setting === setting && line.likenesses.length > 0);
  const rejected = pieces.filter((_, k) => !taken[k]);
  return {
    "unused alike": alike / length,
    "unused alike, all": Math.min(50, alike),
    "unused of the form":
      form === "title"
        ? 0
        : Math.min(
            30,
            count((line) => line.form === form),
          ),
    "unused leaves": Math.min(
      30,
      count((line) => line.form.startsWith("counted")),
    ),
    "unused scenes": count((line) => line.form === "scene" || line.form === "act") / length,
    "unused wide": count(({ block }) => blocks[block]!.level > 0 || blocks[block]!.gap >= 3) / length,
    "counted outside": Math.min(
      10,
      lines.filter((line) => isCounted(line) && (line.block < from || line.block >= to)).length,
    ),
    "left out inside": rejected.filter(({ place, inSeries }) => place === "inside" && inSeries).length / length,
    "left out of the series": rejected.filter(({ inSeries }) => inSeries).length,
    "left out in front": rejected.filter(({ place }) => place === "front").length,
    "named left out": Math.min(10, rejected.filter(isNamed).length),
    "taken besides": chapters.filter(({ inSeries }) => !inSeries).length,
    pieces: pieces.length,
  };
}

function doubtFeatures(division: Division) {
  const { chances, taken } = division;
  const [first, last] = [taken.indexOf(true), taken.lastIndexOf(true)];
  return {
    doubt: Math.min(20, doubtOf(division)),
    "most doubt": -Math.log(Math.max(1e-3, Math.min(...chances))),
    "mean doubt": doubtOf(division) / chances.length,
    doubtful: chances.filter((chance) => chance < 0.8).length,
    "doubt in front": doubtOf(division, 0, first),
    "doubt of first": doubtOf(division, first, first + 1),
    "doubt of last": doubtOf(division, last, last + 1),
    "doubt behind": doubtOf(division, last + 1),
  };
}

/** What the first and the last chapter are like, and what is left out next to them. */
function endFeatures({ rows, taken }: Division): DivisionFeatures {
  const [first, last] = [taken.indexOf(true), taken.lastIndexOf(true)];
  const places = { first, last, before: first - 1, after: last + 1 };
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, k]) =>
      atEnds.map((name) => [`${place}: ${name}`, rows[k]?.[name] ?? -9] as const),
    ),
  );
}

const atEnds = [
  "is front",
  "is opening",
  "is closing",
  "is counted",
  "is listed",
  "is matter",
  "is signed",
  "usual form",
  "usual setting",
  "words to usual",
  "running to usual",
  "editors to usual",
  "talk to usual",
] as const;

/** A prologue or an epilogue. */
function isNamed({ form }: { readonly form: string }): boolean {
  return form === "opening" || form === "closing";
}

function isCounted({ heading }: Line): boolean {
  return heading?.number !== undefined;
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let both = 0;
  for (const at of a) if (b.has(at)) both++;
  return (2 * both) / (a.size + b.size);
}
