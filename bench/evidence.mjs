// node bench/evidence.mjs DATA [--encoder FOLDER]: how well `evidence` finds the sentences of a story that carry a unit of its
// summary, on LongEval's hand-made links (martiansideofthemoon/longeval-summarization, data/squality_alignment/data.json,
// Apache 2.0, 125 units). Recall@k as its evaluate_linkers.py has it ("Best match", units as spans of the summary): the share
// of units one of whose supporting sentences is among the first k of the story. A supporting sentence is the story's sentence
// most like it by the F of their words (the scorer's `squad_f1`). It is a test set: docs/results.md says how often it was run.
import { readFileSync } from "node:fs";
import { evidence, evidenceByEncoder } from "../packages/align/dist/evidence/evidence.js";
import { openEncoder, sentences } from "../packages/plotline/dist/index.js";
import { commandLine } from "./kit.mjs";

const { values, positionals } = commandLine({ encoder: undefined });
const encoder = values.encoder === undefined ? undefined : await openEncoder(values.encoder);
const documents = readDocuments(JSON.parse(readFileSync(positionals[0], "utf8")));
const ranks = [];
for (const { story, units } of documents) {
  const all = textsOf(story);
  for (const { statement, support } of units) {
    const options = { k: Number.POSITIVE_INFINITY };
    const ranked = encoder
      ? await evidenceByEncoder(statement, [story], encoder, options)
      : evidence(statement, [story], options);
    const gold = new Set(support.map((sentence) => mostLike(sentence, all)));
    ranks.push(1 + ranked.findIndex(({ text }) => gold.has(text)));
  }
}
console.log(`${ranks.length} units of ${documents.length} stories, ${values.encoder ?? "the token table"}`);
for (const k of [3, 5, 10]) {
  const found = ranks.filter((rank) => rank > 0 && rank <= k).length;
  console.log(`recall@${k}: ${(found / ranks.length).toFixed(3)} (${found} of ${ranks.length})`);
}

/** Each story once, with the units of all its summaries that have support. */
function readDocuments(entries) {
  const byId = new Map();
  for (const { data, annotations } of entries.filter(({ data }) => data.dataset === "squality")) {
    const story = oneLine(data.document.replaceAll("<br />", " "));
    const known = byId.get(data.review_id) ?? { story, units: [] };
    byId.set(data.review_id, known);
    for (const { result } of annotations) known.units.push(...unitsIn(result[0].value.text[0]));
  }
  return [...byId.values()];
}

function unitsIn(annotation) {
  return oneLine(annotation)
    .split("Info Unit")
    .map((unit) => unit.trim())
    .filter((unit) => unit.length >= 5 && unit !== "Skip - can't decontextualize")
    .map((unit) => {
      const full = /#\d+\s=\s.*Contextualized =\s?.*Span =\s?(.*)Support\s?=\s?(.*)/.exec(unit);
      const [, span, support] = full ?? /#\s?\d+\s?=\s?(.*)Support\s?=\s?(.*)/.exec(unit);
      return { statement: ended(span.trim()), support: textsOf(ended(support.trim())) };
    })
    .filter(({ support }) => support.join("").length >= 2);
}

function oneLine(text) {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

function ended(text) {
  return /[!-/:-@[-`{-~]$/.test(text) ? text : `${text}.`;
}

function textsOf(text) {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

function mostLike(sentence, all) {
  const wanted = counts(sentence);
  let best = { text: "", f: -1 };
  for (const text of all) {
    const f = wordF(wanted, counts(text));
    if (f > best.f) best = { text, f };
  }
  return best.text;
}

/** The words of a text as SQuAD's scorer has them: small letters, no punctuation, no articles. */
function counts(text) {
  const words = text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, "")
    .replace(/\b(?:a|an|the)\b/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  const made = new Map();
  for (const word of words) made.set(word, (made.get(word) ?? 0) + 1);
  return { made, total: words.length };
}

function wordF(a, b) {
  let same = 0;
  for (const [word, count] of a.made) same += Math.min(count, b.made.get(word) ?? 0);
  return same === 0 ? 0 : (2 * same) / (a.total + b.total);
}
