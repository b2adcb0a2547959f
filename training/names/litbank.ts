import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { type NameType, properName, type Span } from "@plotline/text";

/** One annotated excerpt of LitBank with the whole novel it comes from (github.com/dbamman/litbank, CC BY 4.0). */
export interface Book {
  readonly name: string;
  readonly sentences: readonly (readonly string[])[];
  readonly names: readonly GoldName[];
  readonly original: string;
}

export interface GoldName extends Span {
  readonly sentence: number;
  /** Undefined: a ship or a coach, which we do not tag. */
  readonly type: NameType | undefined;
  readonly entity: string;
  readonly text: string;
}

const types: Record<string, NameType | undefined> = {
  PER: "PERSON",
  ORG: "ORGANIZATION",
  GPE: "LOCATION",
  LOC: "LOCATION",
  FAC: "LOCATION",
};

/** Reads `coref/tsv/<name>_brat.txt` (one sentence per line, tokens separated by spaces) and `.ann` (mentions and their entities). */
export function readBook(name: string, text: string, annotation: string, original: string): Book {
  const sentences = text
    .split("\n")
    .filter((line) => line.length > 0)
    .map((line) => line.split(" "));
  const rows = annotation.split("\n").map((line) => line.split("\t"));
  const entities = new Map(rows.filter(([kind]) => kind === "COREF").map((row) => [row[1] ?? "", row[2] ?? ""]));
  const names: GoldName[] = [];
  rows.forEach((row, at) => {
    if (row[0] !== "MENTION" || row[8] !== "PROP") return;
    const found = mention(row, sentences, entities, `${name}_brat.ann, line ${at + 1}`);
    if (found !== undefined) names.push(found);
  });
  return { name, sentences, names: flat(names, sentences), original };
}

function mention(
  row: readonly string[],
  sentences: Book["sentences"],
  entities: ReadonlyMap<string, string>,
  place: string,
): GoldName | undefined {
  const [first, start, last, end] = row.slice(2, 6).map(Number) as [number, number, number, number];
  if (first !== last) return undefined;
  const words = sentences[first] ?? [];
  if (!(start >= 0 && end < words.length))
    throw new Problem(`${place}: the mention lies outside the text; is this LitBank's coref/tsv folder?`);
  const span = properName(words, { start, end: end + 1 });
  if (span === undefined) return undefined;
  const entity = entities.get(row[1] ?? "") ?? row[1] ?? "";
  return { ...span, sentence: first, type: types[row[7] ?? ""], entity, text: wordsOf(words, span) };
}

/** Nested names: the outermost stays, except that "Tom's Aunt Polly" is Tom and Aunt Polly. */
function flat(names: readonly GoldName[], sentences: Book["sentences"]): GoldName[] {
  const sorted = [...names].sort((a, b) => a.sentence - b.sentence || a.start - b.start || b.end - a.end);
  const kept: GoldName[] = [];
  for (const name of sorted) {
    const outer = kept.at(-1);
    if (outer === undefined || outer.sentence !== name.sentence || name.start >= outer.end) kept.push(name);
    else kept.splice(-1, 1, ...apart(outer, name, sentences[name.sentence] ?? []));
  }
  return kept;
}

function apart(outer: GoldName, inner: GoldName, words: readonly string[]): GoldName[] {
  const owner = inner.start === outer.start && inner.end < outer.end && /^['’]s$/.test(words[inner.end] ?? "");
  const rest = owner ? properName(words, { start: inner.end + 1, end: outer.end }) : undefined;
  return rest === undefined ? [outer] : [inner, { ...outer, ...rest, text: wordsOf(words, rest) }];
}

function wordsOf(words: readonly string[], { start, end }: Span): string {
  return words.slice(start, end).join(" ");
}

/** LitBank (github.com/dbamman/litbank, CC BY 4.0) as it is published: `coref/tsv` has the names, `original` whole novels. */
export function readLitbank(folder: string): Book[] {
  const annotations = join(folder, "coref", "tsv");
  const names = (existsSync(annotations) ? readdirSync(annotations) : [])
    .filter((file) => file.endsWith("_brat.ann"))
    .map((file) => file.slice(0, -"_brat.ann".length))
    .sort();
  if (names.length < 2)
    throw new Problem(`${annotations} has no annotated books; give the folder of a clone of LitBank.`);
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  return names.map((name) =>
    readBook(
      name,
      read("coref", "tsv", `${name}_brat.txt`),
      read("coref", "tsv", `${name}_brat.ann`),
      read("original", `${name}.txt`),
    ),
  );
}
