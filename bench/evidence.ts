// How well `cite` finds the sentences of a story that carry a unit of its summary, on LongEval's hand-made links
// (martiansideofthemoon/longeval-summarization, data/squality_alignment/data.json, Apache 2.0, 125 units).
//   npm run bench -- evidence DATA.json [--encoder FOLDER]
// Recall@k as its evaluate_linkers.py has it ("Best match", units as spans of the summary): the share of units one of whose
// supporting sentences is among the first k of the story. A supporting sentence is the story's sentence most like it by the
// F of their words (the scorer's `squad_f1`). It is a test set: docs/results.md says how often it was run.
import { readFileSync } from "node:fs";
import { openStory } from "@plotline/align";
import { openEncoder } from "@plotline/align/node";
import { sentences } from "@plotline/text";
import { needed, program } from "./kit/kit.ts";

program(import.meta.url, { encoder: undefined }, async ({ positionals, values }) => {
  const file = needed(positionals[0], "LongEval's data/squality_alignment/data.json");
  const encoder = values.encoder === undefined ? undefined : await openEncoder(values.encoder);
  const documents = readDocuments(JSON.parse(readFileSync(file, "utf8")));
  const options = { k: Number.POSITIVE_INFINITY };
  const ranks: number[] = [];
  for (const { story, units } of documents) {
    const [book, all] = [openStory([story]), textsOf(story)];
    for (const { statement, support } of units) {
      const ranked = encoder ? await book.citeWith(encoder, statement, options) : book.cite(statement, options);
      const gold = new Set(support.map((sentence) => mostLike(sentence, all)));
      ranks.push(1 + ranked.findIndex(({ text }) => gold.has(text)));
    }
  }
  console.log(`${ranks.length} units of ${documents.length} stories, ${values.encoder ?? "the token table"}`);
  for (const k of [3, 5, 10]) {
    const found = ranks.filter((rank) => rank > 0 && rank <= k).length;
    console.log(`recall@${k}: ${(found / ranks.length).toFixed(3)} (${found} of ${ranks.length})`);
  }
});

/** As the file has it. */
interface Entry {
  readonly data: { readonly dataset: string; readonly document: string; readonly review_id: string };
  readonly annotations: readonly {
    readonly result: readonly [{ readonly value: { readonly text: readonly [string] } }];
  }[];
}

interface Unit {
  readonly statement: string;
  readonly support: readonly string[];
}

/** Each story once, with the units of all its summaries that have support. */
function readDocuments(entries: readonly Entry[]): { readonly story: string; readonly units: Unit[] }[] {
  const byId = new Map<string, { story: string; units: Unit[] }>();
  for (const { data, annotations } of entries.filter(({ data }) => data.dataset === "squality")) {
    const story = oneLine(data.document.replaceAll("<br />", " "));
    const known = byId.get(data.review_id) ?? { story, units: [] };
    byId.set(data.review_id, known);
    for (const { result } of annotations) known.units.push(...unitsIn(result[0].value.text[0]));
  }
  return [...byId.values()];
}

function unitsIn(annotation: string): Unit[] {
  const contextualised = /#\d+\s=\s.*Contextualized =\s?.*Span =\s?(.*)Support\s?=\s?(.*)/;
  return oneLine(annotation)
    .split("Info Unit")
    .map((unit) => unit.trim())
    .filter((unit) => unit.length >= 5 && unit !== "Skip - can't decontextualize")
    .map((unit) => {
      const [, span = "", support = ""] =
        contextualised.exec(unit) ?? /#\s?\d+\s?=\s?(.*)Support\s?=\s?(.*)/.exec(unit) ?? [];
      return { statement: ended(span.trim()), support: textsOf(ended(support.trim())) };
    })
    .filter(({ support }) => support.join("").length >= 2);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function ended(text: string): string {
  return /[!-/:-@[-`{-~]$/.test(text) ? text : `${text}.`;
}

function textsOf(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

function mostLike(sentence: string, all: readonly string[]): string {
  const wanted = wordsOf(sentence);
  let best = { text: "", f: -1 };
  for (const text of all) {
    const f = wordF(wanted, wordsOf(text));
    if (f > best.f) best = { text, f };
  }
  return best.text;
}

/** The words of a text as SQuAD's scorer has them: small letters, no punctuation, no articles. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, "");
  return plain
    .replace(/\b(?:a|an|the)\b/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

function wordF(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  const same = a.filter((word) => left.includes(word) && left.splice(left.indexOf(word), 1)).length;
  return same === 0 ? 0 : (2 * same) / (a.length + b.length);
}
