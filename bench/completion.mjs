// Completion on the validation works of a corpus, ten options: every rule over every alignment, and the scorer of
// src/readers/completion, under both protocols, with 95 % intervals (questions drawn again with replacement).
// usage: node bench/completion.mjs CORPUS [--alignment NAME …] [--encoder FOLDER] [--sample N]
//   --encoder: an encoder reads the items too (models/reading), blended with the scorer; --sample: N items drawn at random, since
//   it reads one in about a second: hours on two cores for all 15 works
import { methods } from "../dist/align/registry.js";
import { openCorpus } from "../dist/corpus/open.js";
import { bootstrapInterval } from "../dist/evaluate/bootstrap.js";
import { random, shuffled } from "../dist/random.js";
import { scoreCompletion } from "../dist/readers/completion/answers.js";
import { ReadItems } from "../dist/readers/completion/reading/chapter.js";
import { CompletionScorer } from "../dist/readers/completion/scorer.js";
import { blindAlignment, forestNames, shippedCompletion } from "../dist/readers/completion/weights.js";
import { contextSources } from "../dist/runs/context-sources.js";
import { openPassageReader } from "../dist/runs/passage-reader.js";
import { completionItems } from "../dist/tasks/completion.js";
import { completionAnswers, WorkBags } from "../dist/tasks/completion-rules.js";
import { strikeOut } from "../dist/tasks/leak.js";
import { completionDefaults, optionsText, protocols } from "../dist/tasks/options.js";
import { byChapter, namedWork, workText } from "../dist/tasks/work.js";
import { version } from "../dist/version.js";
import { commandLine, mean, printTable, sample, share, summarisedWorks } from "./kit.mjs";

const withoutEncoder = methods.filter(({ needsEncoder }) => !needsEncoder).map(({ name }) => name);
const { values, positionals } = commandLine({ alignment: withoutEncoder, encoder: undefined, sample: 1_000_000 });
const corpus = await openCorpus(positionals[0] ?? sample);
const validation = summarisedWorks(corpus, "validation");
const seed = completionDefaults.seed;
console.log(
  `plotline ${version}, corpus ${await corpus.hash()}, ${validation.length} validation works; completion ${optionsText(completionDefaults, completionDefaults)}`,
);
console.log(shippedCompletion.about);
await printScores();

async function printScores() {
  const sources = await contextSources(corpus, values.alignment, seed);
  const scorer = new CompletionScorer();
  const reader = values.encoder === undefined ? undefined : (await openPassageReader(values.encoder)).completion;
  const found = { hits: new Map(), byWork: new Map(), struck: 0, items: 0 };
  const isAsked = await drawn(values.sample);
  for (const work of validation) {
    const text = await workText(corpus, work);
    await askRules(text, work, { sources, isAsked }, found);
    await askScorer(text, work, { sources, scorer, isAsked, name: "scorer" }, found);
    if (reader === undefined) continue;
    const name = `scorer with ${reader.name}`;
    await askScorer(text, work, { sources, scorer, isAsked, reading: new ReadItems(reader), name }, found);
  }
  const rows = [...found.hits].map(([key, right]) => [...key.split("\t"), right]);
  const lines = rows.sort((a, b) => b[0].localeCompare(a[0]) || mean(b[3]) - mean(a[3]));
  printLines(lines, found);
  for (const protocol of protocols) printBest(protocol, lines, found.byWork);
}

/** Whether an item is one of this many, drawn from those of all validation works. */
async function drawn(count) {
  const ids = [];
  for (const work of validation) ids.push(...completionItems(await workText(corpus, work)).map(({ id }) => id));
  const some = new Set(shuffled(ids, random("sample", 1)).slice(0, count));
  return ({ id }) => some.has(id);
}

function hit({ hits }, key, right) {
  if (!hits.has(key)) hits.set(key, []);
  hits.get(key).push(right ? 1 : 0);
}

/** What every rule answers to the items of a work, with the contexts of every alignment. */
async function askRules(text, work, { sources, isAsked }, found) {
  const named = namedWork(text);
  const bags = new WorkBags(named);
  const itemsOf = byChapter(completionItems({ title: work.title, chapters: text.chapters }));
  for (const chapter of named.chapters) {
    const items = (itemsOf.get(chapter.chapter.number) ?? []).filter(isAsked);
    found.items += items.length;
    for (const source of sources)
      for (const protocol of source.protocols)
        await askChapter(items, chapter, { source, protocol, isFirst: source === sources[0], bags }, found);
  }
}

/** A rule that reads no context is asked once, with the first alignment. */
async function askChapter(items, chapter, { source, protocol, isFirst, bags }, found) {
  const wanted =
    protocol === "paper" ? { protocol } : { protocol, task: "completion", given: completionDefaults.given };
  const contexts = await source.contexts(chapter.chapter, wanted);
  for (const item of contexts === undefined ? [] : items) {
    const answers = completionAnswers(item, chapter, contexts[item.paragraph] ?? [], bags);
    for (const [rule, given] of Object.entries(answers)) {
      const reads = rule === "context";
      if (reads || isFirst) hit(found, [protocol, reads ? source.name : "–", rule].join("\t"), given === item.answer);
    }
    if (protocol === "blind" && isFirst)
      found.struck += strikeOut(item, [item.prefix, ...chapter.chapter.story]).chance;
  }
}

/** The scorer, with the alignments that it has trees for. */
async function askScorer(text, { title }, { sources, scorer, reading, isAsked, name }, found) {
  for (const protocol of protocols)
    for (const source of sources) {
      const trained = protocol === "blind" ? source.name === blindAlignment : forestNames.includes(source.name);
      if (!trained || !source.protocols.includes(protocol)) continue;
      const scored = await scoreCompletion(text, source, protocol, { scorer, reading, isAsked });
      const right = scored.map(({ item, chosen }) => chosen === item.answer);
      for (const each of right) hit(found, [protocol, source.name, name].join("\t"), each);
      found.byWork.set([protocol, source.name, name, title].join("\t"), mean(right.map(Number)));
    }
}

function printLines(lines, { items, struck }) {
  console.log(
    `${items} items, chance ${share(1 / completionDefaults.size)}; striking out what is found in the story and the first tokens scores ${share(struck / items)}\n`,
  );
  printTable(
    ["protocol", "alignment", "by", "right", "95 %"],
    lines.map(([protocol, alignment, rule, right]) => [protocol, alignment, rule, share(mean(right)), interval(right)]),
  );
}

/** The best rule next to the scorer with its best alignment, and that by work. */
function printBest(protocol, lines, byWork) {
  const best = (which) => lines.find(([own, , rule]) => own === protocol && rule.startsWith("scorer") === which);
  const [rule, ours] = [best(false), best(true)];
  if (rule && ours)
    console.log(
      `${protocol}: best rule ${rule[1]}, ${rule[2]} ${share(mean(rule[3]))}; ${ours[2]}, ${ours[1]} ${share(mean(ours[3]))}`,
    );
  if (ours)
    printTable(
      ["work", ours[2]],
      validation.map(({ title }) => [title, share(byWork.get([protocol, ours[1], ours[2], title].join("\t")) ?? 0)]),
    );
}

function interval(right) {
  const [low, high] = bootstrapInterval(right, seed, 1000);
  return `[${share(low)}–${share(high)}]`;
}
