// Completion on the validation works of a corpus, ten options: every rule over every alignment, and the scorer of
// src/readers/completion, under both protocols, with 95 % intervals (questions drawn again with replacement).
// usage: node bench/completion.mjs CORPUS [--alignment NAME …]
//        node bench/completion.mjs CORPUS --ablations [--story-passes N] [--trees N] [--items N]
//   what each idea brings: trains a network and, for every line, trees on at most N items of held-back training works
import { parseArgs } from "node:util";
import { methods } from "../dist/align/registry.js";
import { textTable } from "../dist/cli/table.js";
import { openCorpus } from "../dist/corpus/open.js";
import { bootstrapInterval } from "../dist/evaluate/bootstrap.js";
import { contextSources } from "../dist/jobs/tasks/context-sources.js";
import { random, shuffled } from "../dist/random.js";
import { scoreCompletion } from "../dist/readers/completion/answers.js";
import { featureGroups, featureNames } from "../dist/readers/completion/features.js";
import { CompletionScorer } from "../dist/readers/completion/scorer.js";
import {
  blindAlignment,
  collectLists,
  completionTrainingDefaults,
  emptyLists,
  heldBackLists,
  trainingTexts,
} from "../dist/readers/completion/train.js";
import { forestNames, shippedCompletion } from "../dist/readers/completion/weights.js";
import { completionItems } from "../dist/tasks/completion.js";
import { WorkBags } from "../dist/tasks/completion-features.js";
import { completionAnswers } from "../dist/tasks/controls.js";
import { strikeOut } from "../dist/tasks/leak.js";
import { completionDefaults, optionsText, protocols } from "../dist/tasks/options.js";
import { choose } from "../dist/tasks/ranker.js";
import { scoreRow, trainForest } from "../dist/tasks/trees.js";
import { byChapter, namedWork, workText } from "../dist/tasks/work.js";
import { version } from "../dist/version.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alignment: { type: "string", multiple: true },
    ablations: { type: "boolean", default: false },
    "story-passes": { type: "string" },
    trees: { type: "string", default: "60" },
    items: { type: "string", default: "5000" },
  },
});
const corpus = await openCorpus(positionals[0] ?? new URL("../corpora/sample", import.meta.url).pathname);
const validation = corpus.works.filter(({ split, summarised }) => split === "validation" && summarised.length > 0);
const seed = completionDefaults.seed;
console.log(
  `plotline ${version}, corpus ${await corpus.hash()}, ${validation.length} validation works; completion ${optionsText(completionDefaults, completionDefaults)}`,
);
if (values.ablations) await ablations();
else await scores();

async function scores() {
  console.log(shippedCompletion.about);
  const names = values.alignment ?? methods.filter(({ needsEncoder }) => !needsEncoder).map(({ name }) => name);
  const sources = await contextSources(corpus, names, seed);
  const scorer = new CompletionScorer();
  const hits = new Map();
  const byWork = new Map();
  let struck = 0;
  let items = 0;
  const hit = (key, right) => {
    if (!hits.has(key)) hits.set(key, []);
    hits.get(key).push(right ? 1 : 0);
  };
  for (const work of validation) {
    const text = await workText(corpus, work);
    const named = namedWork(text);
    const bags = new WorkBags(named);
    const itemsOf = byChapter(completionItems({ title: work.title, chapters: text.chapters }));
    for (const chapter of named.chapters) {
      const own = itemsOf.get(chapter.chapter.number) ?? [];
      items += own.length;
      for (const source of sources)
        for (const protocol of source.protocols) {
          const wanted =
            protocol === "paper" ? { protocol } : { protocol, task: "completion", given: completionDefaults.given };
          const contexts = await source.contexts(chapter.chapter, wanted);
          if (contexts === undefined) continue;
          for (const item of own) {
            const context = contexts[item.paragraph] ?? [];
            const answers = completionAnswers(item, chapter, context, protocol, bags);
            for (const [rule, given] of Object.entries(answers)) {
              const reads = rule === "context" || rule === "ranker";
              if (reads || source === sources[0])
                hit([protocol, reads ? source.name : "–", rule].join("\t"), given === item.answer);
            }
            if (protocol === "blind" && source === sources[0])
              struck += strikeOut(item, [item.prefix, ...chapter.chapter.story]).chance;
          }
        }
    }
    for (const protocol of protocols)
      for (const source of sources) {
        const trained = protocol === "blind" ? source.name === blindAlignment : forestNames.includes(source.name);
        if (!trained || !source.protocols.includes(protocol)) continue;
        const scored = await scoreCompletion(text, source, protocol, { scorer });
        const right = scored.map(({ item, chosen }) => chosen === item.answer);
        for (const each of right) hit([protocol, source.name, "scorer"].join("\t"), each);
        byWork.set(
          [protocol, source.name, work.title].join("\t"),
          right.filter(Boolean).length / Math.max(1, right.length),
        );
      }
  }
  const rows = [...hits].map(([key, right]) => [...key.split("\t"), right]);
  const lines = rows.sort((a, b) => b[0].localeCompare(a[0]) || mean(b[3]) - mean(a[3]));
  console.log(
    `${items} items, chance ${share(1 / completionDefaults.size)}; striking out what is found in the story and the first tokens scores ${share(struck / items)}\n`,
  );
  console.log(
    textTable(
      ["protocol", "alignment", "by", "right", "95 %"],
      lines.map(([protocol, alignment, rule, right]) => [
        protocol,
        alignment,
        rule,
        share(mean(right)),
        interval(right),
      ]),
    ),
  );
  for (const protocol of protocols) {
    const best = (which) => lines.filter(([own, , rule]) => own === protocol && (rule === "scorer") === which)[0];
    const [rule, ours] = [best(false), best(true)];
    if (rule && ours)
      console.log(
        `${protocol}: best rule ${rule[1]}, ${rule[2]} ${share(mean(rule[3]))}; scorer ${ours[1]} ${share(mean(ours[3]))}`,
      );
    if (ours)
      console.log(
        textTable(
          ["work", "scorer"],
          validation.map(({ title }) => [title, share(byWork.get([protocol, ours[1], title].join("\t")) ?? 0)]),
        ),
      );
  }
}

/** Each forest again without a group of columns, and with one group alone, trained on the works held back from a network. */
async function ablations() {
  const passes = Number(values["story-passes"] ?? completionTrainingDefaults.network.storyPasses);
  const options = {
    ...completionTrainingDefaults,
    network: { ...completionTrainingDefaults.network, storyPasses: passes },
  };
  const sources = await contextSources(corpus, ["TFIDF", "Chronological-TFIDF", "Posterior-BM25"], seed);
  const texts = await trainingTexts(corpus, options);
  const { lists, held, network } = await heldBackLists(corpus, texts, sources, options, (stage, { step, steps }) => {
    if (step % 200 === 0 || step === steps) process.stderr.write(`${stage}: ${step} of ${steps}\n`);
  });
  const tested = emptyLists();
  for (const work of validation) await collectLists(await workText(corpus, work), sources, network, tested);
  const forests = ["blind", "TFIDF"];
  const growing = { ...options.forest, trees: Number(values.trees) };
  const drawn = (all) => shuffled(all, random("ablations", seed)).slice(0, Number(values.items));
  const learned = Object.fromEntries(forests.map((name) => [name, drawn(lists[name])]));
  console.log(
    `${growing.trees} trees on ${learned.blind.length} items of ${held.length} training works, network on the ${texts.length - held.length} others; ${tested.blind.length} items of the validation works\n`,
  );
  const groups = Object.keys(featureGroups);
  const variants = [
    ["everything", groups],
    ...groups.map((group) => [`without ${group}`, groups.filter((other) => other !== group)]),
    ["without anything that reads the options together", groups.filter((group) => group !== "order"), true],
    ...groups.map((group) => [`${group} alone`, [group]]),
  ];
  const cells = variants.map(([title, kept, alone]) => [
    title,
    ...forests.map((name) => {
      const columns = columnsOf(kept, alone);
      const forest = trainForest(
        learned[name].map((list) => only(list, columns)),
        growing,
      );
      const right = tested[name].map((list, k) => {
        const scores = only(list, columns).rows.map((row) => scoreRow(forest, row));
        return choose(scores, k, title) === list.answer ? 1 : 0;
      });
      process.stderr.write(`${title}, ${name}: ${share(mean(right))}\n`);
      return `${share(mean(right))} ${interval(right)}`;
    }),
  ]);
  console.log(textTable(["columns", ...forests.map((name) => (name === "blind" ? "blind" : `paper, ${name}`))], cells));
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

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

function share(number) {
  return number.toFixed(3).replace(/^0/, "");
}

function interval(right) {
  const [low, high] = bootstrapInterval(right, seed, 1000);
  return `[${share(low)}–${share(high)}]`;
}
