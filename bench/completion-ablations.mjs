// What each idea of the completion scorer contributes: forests without a group of columns, and with one group alone.
import { textTable } from "../dist/cli/print/text-table.js";
import { bootstrapInterval } from "../dist/evaluate/bootstrap.js";
import { scoreRow } from "../dist/forest.js";
import { Problem } from "../dist/problem.js";
import { random, shuffled } from "../dist/random.js";
import { unpackNetwork } from "../dist/readers/completion/coherence/network.js";
import { featureGroups, featureNames } from "../dist/readers/completion/features.js";
import { shippedCompletion } from "../dist/readers/completion/weights.js";
import { contextSources } from "../dist/runs/context-sources.js";
import { choose } from "../dist/tasks/choose.js";
import { completionDefaults } from "../dist/tasks/options.js";
import { workText } from "../dist/tasks/work.js";
import { training } from "../scripts/training.mjs";
import { mean, share } from "./kit.mjs";
import { gathered } from "./saved-data.mjs";

const { collectLists, completionTrainingDefaults, emptyLists, examplesOf } = await training("completion/train.ts");
const { fitRanking } = await training("forest.ts");

const seed = completionDefaults.seed;
const forests = ["blind", "TFIDF"];

export async function measureAblations(corpus, validation, { works, chapters, items, trees, only }) {
  const outside = corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0);
  const chosen = shuffled(outside, random("ablations", seed)).slice(0, works);
  if (chosen.length === 0)
    throw new Problem(`${corpus.folder} has no summarised work outside validation to learn from.`);
  const learned = drawn(await itemsOf(corpus, chosen, chapters), items);
  const tested = await itemsOf(corpus, validation, chapters);
  console.log(
    `${trees} trees on ${learned.blind.length} items of ${chosen.length} works outside validation, judged on ${tested.blind.length} items of the ${validation.length} validation works (of both at most ${chapters} chapters a work); the network that ships, which has read the stories of the former but no summary\n`,
  );
  const growing = { ...completionTrainingDefaults.forest, trees };
  const cells = variants()
    .filter(([title]) => only === undefined || only.includes(title))
    .map((variant) => [
      variant[0],
      ...forests.map((name) => judged(variant, learned[name], tested[name], growing, name)),
    ]);
  console.log(textTable(["columns", ...forests.map((name) => (name === "blind" ? "blind" : `paper, ${name}`))], cells));
}

/** The same items for every forest. */
function drawn(lists, count) {
  const some = (all) => shuffled(all, random("items", seed)).slice(0, count);
  return Object.fromEntries(forests.map((name) => [name, some(lists[name])]));
}

/** The items of some works as numbers. */
function itemsOf(corpus, works, chapters) {
  return gathered(corpus, works, { name: "completion", of: chapters }, () => collected(corpus, works, chapters));
}

async function collected(corpus, works, chapters) {
  const sources = await contextSources(corpus, ["TFIDF", "Chronological-TFIDF", "Posterior-BM25"], seed);
  const network = unpackNetwork(shippedCompletion.coherence);
  const lists = emptyLists();
  for (const [k, work] of works.entries()) {
    const wanted = new Set(shuffled(work.summarised, random("chapters", seed, work.title)).slice(0, chapters));
    await collectLists(await workText(corpus, work), sources, network, lists, ({ number }) => wanted.has(number));
    console.error(`${k + 1} of ${works.length}: ${work.title}`);
  }
  return Object.fromEntries(forests.map((name) => [name, lists[name]]));
}

/** Names, the groups of columns that remain, and whether options are read one by one. */
function variants() {
  const groups = Object.keys(featureGroups);
  return [
    ["everything", groups],
    ...groups.map((group) => [`without ${group}`, groups.filter((other) => other !== group)]),
    ["each option by itself (no order, no comparison)", groups.filter((group) => group !== "order"), true],
    ...groups.map((group) => [`${group} alone`, [group]]),
  ];
}

function judged([title, groups, alone], learned, tested, growing, name) {
  const columns = columnsOf(groups, alone);
  const forest = fitRanking(
    learned.map((list) => examplesOf(only(list, columns))),
    growing,
  );
  const right = tested.map((list, k) => {
    const scores = only(list, columns).rows.map((row) => scoreRow(forest, row));
    return choose(scores, k, title) === list.answer ? 1 : 0;
  });
  console.error(`${title}, ${name}: ${share(mean(right))}`);
  return `${share(mean(right))} ${interval(right)}`;
}

/** The columns of some groups, and how far each is below the best option's unless options are read one by one. */
function columnsOf(groups, alone = false) {
  const names = new Set(groups.flatMap((group) => featureGroups[group]));
  const own = featureNames.flatMap((name, k) => (names.has(name) ? k : []));
  return alone ? own : [...own, ...own.map((k) => k + featureNames.length)];
}

function only({ rows, answer }, columns) {
  return { answer, rows: rows.map((row) => Float32Array.from(columns, (k) => row[k])) };
}

export function interval(right) {
  const [low, high] = bootstrapInterval(right, seed, 1000);
  return `[${share(low)}–${share(high)}]`;
}
