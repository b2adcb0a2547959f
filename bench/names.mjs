// The names tagger on LitBank: exact spans by cross-validation by book, speed, and the grouping of names, next to compromise.
// usage: node bench/names.mjs LITBANK_FOLDER   (a clone of github.com/dbamman/litbank, CC BY 4.0; after npm run build; fetches compromise)
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fnv } from "../packages/base/dist/hash.js";
import { Company } from "../packages/text/dist/names/company.js";
import { groupNames } from "../packages/text/dist/names/group.js";
import { nameIndex } from "../packages/text/dist/names/index.js";
import { properName } from "../packages/text/dist/names/spans.js";
import { unpack } from "../packages/text/dist/names/weights.js";
import { compiled } from "../training/compile.mjs";
import { commandLine, misused, printTable, seconds, sum, timed } from "./kit.mjs";

const { bCubed } = await compiled("names/bcubed.ts");
const { readLitbank } = await compiled("names/litbank.ts");
const { crossValidate, packedNames, prepareBook, scoreTagger, tagBook, trainingDefaults } =
  await compiled("names/train.ts");

const [folder] = commandLine().positionals;
if (folder === undefined) misused("usage: node bench/names.mjs LITBANK_FOLDER (a clone of github.com/dbamman/litbank)");
const nlp = await compromise();
const books = readLitbank(folder);
const tokenCount = sum(books.flatMap(({ sentences }) => sentences.map((words) => words.length)));
const prepared = books.map(prepareBook);
const trained = await timed(() => packedNames(prepared));
const ours = crossValidate(prepared).scores;
const speed = await taggingSpeed(unpack(trained.result));
const theirs = await timed(() => books.map(compromiseSpans));
const peer = scoreTagger(books, theirs.result);
const whole = await indexSpeed();
const grouped = grouping();

const { folds } = trainingDefaults;
const weights = statSync(new URL("../packages/text/src/names/weights.json", import.meta.url)).size;
console.log(`LitBank: ${books.length} books, ${tokenCount} tokens, ${ours.names} names`);
console.log(`${folds} folds by book, exact spans, titles stripped on both sides`);
printTable(
  ["tagger", "typed P", "R", "F", "PERSON F", "LOCATION F", "untyped F", "tokens/s"],
  [row("plotline", ours, speed), row("compromise 14", peer, tokenCount / (theirs.ms / 1000))],
);
console.log(`trained on all books in ${seconds(trained.ms)}; weights ${(weights / 1000).toFixed(0)} KB`);
console.log(`a whole novel (tokens, statistics, tags, grouping, counts): ${Math.round(whole)} tokens/s`);
console.log(`grouping of ${grouped.mentions} mentions of persons, B³; rules may be looked at on the first half alone`);
printTable(
  ["grouping", "books", "P", "R", "F"],
  grouped.lines.map(({ by, which, score }) => [by, which, ...digits(score)]),
);

/** Only compared with here, so it is not part of the install: fetched into .cache when it is first needed. */
async function compromise() {
  const place = fileURLToPath(new URL("../.cache/compromise/", import.meta.url));
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

/** Features and decoding of every sentence, nothing kept from the run before; best of five. */
async function taggingSpeed(weightsOfAll) {
  const tagAll = () => prepared.forEach((book) => void tagBook(book, weightsOfAll));
  const times = [];
  for (let run = 0; run < 5; run++) times.push((await timed(tagAll)).ms);
  return tokenCount / (Math.min(...times) / 1000);
}

async function indexSpeed() {
  const novels = books.slice(0, 8).map(({ original }) => original.split(/\n\s*\n/));
  const count = (paragraph) => paragraph.match(/[\p{L}\p{N}’'-]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
  const words = sum(novels.flat().map(count));
  return words / ((await timed(() => novels.map((paragraphs) => nameIndex(paragraphs)))).ms / 1000);
}

function compromiseSpans({ sentences }) {
  return sentences.map((words) => {
    const starts = [];
    let text = "";
    for (const word of words) {
      starts.push(text.length);
      text += `${word} `;
    }
    const found = nlp(text);
    const lists = { PERSON: found.people(), LOCATION: found.places(), ORGANIZATION: found.organizations() };
    return Object.entries(lists)
      .flatMap(([type, list]) => list.json({ offset: true }).map(spanOf(starts, type)))
      .filter((span) => properName(words, span) !== undefined);
  });
}

function spanOf(starts, type) {
  return ({ offset }) => ({
    start: starts.findLastIndex((at) => at <= offset.start),
    end: starts.findLastIndex((at) => at < offset.start + offset.length) + 1,
    type,
  });
}

function grouping() {
  const documents = books.map(groupedBook);
  const halves = [
    ["all", documents],
    ["first half by name", documents.filter(({ half }) => half === 0)],
    ["second half by name", documents.filter(({ half }) => half === 1)],
  ];
  const lines = halves.flatMap(([which, some]) => [
    { by: "plotline", which, score: bCubed(some) },
    { by: "equal spelling", which, score: bCubed(some.map(({ gold, spelled }) => ({ gold, found: spelled }))) },
  ]);
  return { mentions: sum(documents.map(({ gold }) => gold.length)), lines };
}

function groupedBook({ name, names, sentences }) {
  const persons = names.filter(({ type }) => type === "PERSON");
  const counts = new Map();
  for (const { text } of persons) counts.set(text, (counts.get(text) ?? 0) + 1);
  const forms = [...counts].map(([text, count]) => ({ text, count }));
  const groups = groupNames(forms, apartIn(persons, sentences, counts));
  const groupOf = new Map(forms.map(({ text }, k) => [text, groups[k]]));
  const spellings = [...new Set(persons.map(({ text }) => text.toLowerCase()))];
  return {
    half: (fnv(name) >>> 0) % 2,
    gold: persons.map(({ entity }) => entity),
    found: persons.map(({ text }) => groupOf.get(text)),
    spelled: persons.map(({ text }) => spellings.indexOf(text.toLowerCase())),
  };
}

/** Which spellings share clauses, as the index of a whole work counts it. */
function apartIn(persons, sentences, counts) {
  const company = new Company();
  sentences.forEach((words, at) => {
    const named = persons.filter(({ sentence }) => sentence === at).sort((a, b) => a.start - b.start);
    const places = named.map(({ text, start, end }) => ({ key: text, start, end }));
    company.see(
      words.map((surface) => ({ surface })),
      places,
    );
  });
  const counted = (key) => ({ key, count: counts.get(key) ?? 0 });
  return (a, b) => company.apart(counted(a), counted(b));
}

function row(name, { typed, untyped, byType }, tokensPerSecond) {
  const numbers = [typed.precision, typed.recall, typed.f, byType.PERSON.f, byType.LOCATION.f, untyped.f];
  return [name, ...numbers.map((x) => x.toFixed(3)), String(Math.round(tokensPerSecond))];
}

function digits({ precision, recall, f }) {
  return [precision, recall, f].map((x) => x.toFixed(3));
}
