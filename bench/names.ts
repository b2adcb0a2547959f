// The names tagger on LitBank: exact spans by cross-validation by book, speed, and the grouping of names, next to compromise.
//   npm run bench -- names LITBANK      (a clone of github.com/dbamman/litbank, CC BY 4.0; fetches compromise)
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fnv, groupedBy, sumOf } from "@plotline/base";
import { properName, type TaggedSpan, unpackTagger } from "@plotline/text";
import { Company } from "../packages/text/src/names/company.ts";
import { groupNames } from "../packages/text/src/testing/group-names.ts";
import { bCubed } from "../training/names/bcubed.ts";
import { type Book, type GoldName, readLitbank } from "../training/names/litbank.ts";
import {
  crossValidate,
  packedNames,
  prepareBook,
  scoreTagger,
  type TaggerScores,
  tagBook,
  trainingDefaults,
} from "../training/names/train.ts";
import { needed, printTable, program, root, timed } from "./kit/kit.ts";

program(import.meta.url, {}, async ({ positionals }) => {
  const books = readLitbank(needed(positionals[0], "a clone of github.com/dbamman/litbank"));
  const tokens = sumOf(
    books.flatMap(({ sentences }) => sentences),
    (words) => words.length,
  );
  const nlp = await compromise();
  const prepared = books.map(prepareBook);
  const trained = await timed(() => packedNames(prepared));
  const ours = crossValidate(prepared);
  const weights = unpackTagger(trained.result);
  const tagging: number[] = [];
  for (let run = 0; run < 5; run++)
    tagging.push((await timed(() => prepared.forEach((book) => void tagBook(book, weights)))).ms);
  const theirs = await timed(() => books.map(({ sentences }) => sentences.map((words) => spansBy(nlp, words))));
  console.log(`LitBank: ${books.length} books, ${tokens} tokens, ${ours.names} names`);
  console.log(`${trainingDefaults.folds} folds by book, exact spans, titles stripped on both sides\n`);
  const perSecond = (ms: number) => tokens / (ms / 1000);
  printTable(
    ["tagger", "typed P", "R", "F", "PERSON F", "LOCATION F", "untyped F", "tokens/s"],
    [
      rowOf("plotline", ours, perSecond(Math.min(...tagging))),
      rowOf("compromise 14", scoreTagger(books, theirs.result), perSecond(theirs.ms)),
    ],
  );
  const shipped = readFileSync(join(root, "packages", "text", "src", "names", "weights.json")).length;
  console.log(`trained on all books in ${(trained.ms / 1000).toFixed(1)} s; weights ${(shipped / 1000).toFixed(0)} KB`);
  grouping(books);
});

type Compromise = (text: string) => Readonly<Record<"people" | "places" | "organizations", () => Found>>;
interface Found {
  json(options: { offset: true }): readonly { readonly offset: { readonly start: number; readonly length: number } }[];
}

/** Only compared with here, so it is not part of the install: fetched into .cache when it is first needed. */
async function compromise(): Promise<Compromise> {
  const place = join(root, ".cache", "compromise", "/");
  const found = () => createRequire(place).resolve("compromise");
  mkdirSync(place, { recursive: true });
  const fetched = ["install", "--prefix", place, "--no-save", "--ignore-scripts", "compromise@14.17.0"];
  try {
    found();
  } catch {
    execFileSync("npm", fetched, { stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
  }
  return (await import(pathToFileURL(found()).href)).default;
}

function spansBy(nlp: Compromise, words: readonly string[]): TaggedSpan[] {
  const starts: number[] = [];
  let text = "";
  for (const word of words) {
    starts.push(text.length);
    text += `${word} `;
  }
  const found = nlp(text);
  const lists = { PERSON: found.people(), LOCATION: found.places(), ORGANIZATION: found.organizations() } as const;
  return (["PERSON", "LOCATION", "ORGANIZATION"] as const)
    .flatMap((type) =>
      lists[type].json({ offset: true }).map(({ offset }) => ({
        start: starts.findLastIndex((at) => at <= offset.start),
        end: starts.findLastIndex((at) => at < offset.start + offset.length) + 1,
        type,
      })),
    )
    .filter((span) => properName(words, span) !== undefined);
}

function grouping(books: readonly Book[]): void {
  const documents = books.map(groupedBook);
  const lines = ["all", "first half by name", "second half by name"].flatMap((which, k) => {
    const some = documents.filter(({ half }) => k === 0 || half === k - 1);
    const spelled = some.map(({ gold, spelled }) => ({ gold, found: spelled }));
    return [
      ["plotline", which, ...digits(bCubed(some))],
      ["equal spelling", which, ...digits(bCubed(spelled))],
    ];
  });
  const mentions = sumOf(documents, ({ gold }) => gold.length);
  console.log(`grouping of ${mentions} mentions of persons, B³; rules may be looked at on the first half alone\n`);
  printTable(["grouping", "books", "P", "R", "F"], lines);
}

function groupedBook({ name, names, sentences }: Book) {
  const persons = names.filter(({ type }) => type === "PERSON");
  const counts = new Map([...groupedBy(persons, ({ text }) => text)].map(([text, all]) => [text, all.length]));
  const forms = [...counts].map(([text, count]) => ({ text, count }));
  const groups = groupNames(forms, apartIn(persons, sentences, counts));
  const groupOf = new Map(forms.map(({ text }, k) => [text, groups[k]!]));
  const spellings = [...new Set(persons.map(({ text }) => text.toLowerCase()))];
  return {
    half: (fnv(name) >>> 0) % 2,
    gold: persons.map(({ entity }) => entity),
    found: persons.map(({ text }) => groupOf.get(text)!),
    spelled: persons.map(({ text }) => spellings.indexOf(text.toLowerCase())),
  };
}

/** Which spellings share clauses, as the index of a whole work counts it. */
function apartIn(persons: readonly GoldName[], sentences: Book["sentences"], counts: ReadonlyMap<string, number>) {
  const company = new Company();
  sentences.forEach((words, at) => {
    const named = persons.filter(({ sentence }) => sentence === at).sort((a, b) => a.start - b.start);
    const places = named.map(({ text, start, end }) => ({ key: text, start, end }));
    company.see(
      words.map((surface) => ({ surface })),
      places,
    );
  });
  const counted = (key: string) => ({ key, count: counts.get(key) ?? 0 });
  return (a: string, b: string) => company.apart(counted(a), counted(b));
}

function rowOf(name: string, { typed, untyped, byType }: TaggerScores, tokensPerSecond: number): string[] {
  const numbers = [typed.precision, typed.recall, typed.f, byType["PERSON"]!.f, byType["LOCATION"]!.f, untyped.f];
  return [name, ...numbers.map((x) => x.toFixed(3)), String(Math.round(tokensPerSecond))];
}

function digits({ precision, recall, f }: { readonly precision: number; readonly recall: number; readonly f: number }) {
  return [precision, recall, f].map((x) => x.toFixed(3));
}
