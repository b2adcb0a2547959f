// The pointer, the cloze reader that ships: what it scores on the validation works of a corpus, beside the ranker and the
// rules; and what each of its ideas brings.
// usage: node bench/pointer.mjs CORPUS [--weights FILE] [--ablations [--questions N] [--epochs N] [--only NAME …]]
//   --ablations trains one network for each idea left out, on three quarters of the works outside validation, and scores
//   it on the last quarter: the validation works are not looked at. --questions: of a training chapter, at most.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { textTable } from "../dist/cli/table.js";
import { openCorpus } from "../dist/corpus/open.js";
import { contextSources } from "../dist/jobs/tasks/context-sources.js";
import { random, shuffled } from "../dist/random.js";
import { collectExhibits } from "../dist/readers/pointer/collect.js";
import { allEvidence, ownEvidence } from "../dist/readers/pointer/features.js";
import { placeColumns } from "../dist/readers/pointer/places.js";
import { chances } from "../dist/readers/pointer/pointer.js";
import { askPointer, pointerScores } from "../dist/readers/pointer/score.js";
import { shippedPointer } from "../dist/readers/pointer/shipped.js";
import { pointerDefaults, trainPanel } from "../dist/readers/pointer/train.js";
import { unpackPointer } from "../dist/readers/pointer/weights.js";
import { buildWork } from "../dist/tasks/build.js";
import { Controls } from "../dist/tasks/controls.js";
import { clozeDefaults, completionDefaults } from "../dist/tasks/options.js";
import { choose } from "../dist/tasks/ranker.js";
import { version } from "../dist/version.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    weights: { type: "string" },
    ablations: { type: "boolean", default: false },
    questions: { type: "string", default: "6" },
    epochs: { type: "string", default: String(pointerDefaults.epochs) },
    only: { type: "string", multiple: true },
  },
});
const corpus = await openCorpus(positionals[0] ?? new URL("../corpora/sample", import.meta.url).pathname);
const works = corpus.works.filter((work) => work.summarised.length > 0);
const share = (value) => value.toFixed(3).replace(/^0/, "");
const hash = await corpus.hash();

if (values.ablations) await measureAblations();
else await measureScores();

async function measureScores() {
  const validation = works.filter((work) => work.split === "validation");
  const pointer =
    values.weights === undefined
      ? await shippedPointer()
      : unpackPointer(JSON.parse(readFileSync(values.weights, "utf8")));
  const scores = pointerScores(await askPointer(pointer, corpus, validation));
  const controls = await controlsOf(validation);
  console.log(`plotline ${version}, corpus ${hash}, ${validation.length} validation works; ${pointer.about}\n`);
  const header = [
    "protocol",
    "candidates",
    "questions",
    "chance",
    "rule",
    "ranker",
    "pointer",
    "95 %",
    "95 %, by work",
  ];
  const lines = scores.map(({ protocol, set, questions, chance, right, interval, byWork }) => {
    const control = controls.find((line) => line.protocol === protocol && line.set === set)?.right ?? {};
    return [
      protocol,
      set,
      String(questions),
      share(chance),
      share(control["frequency, not named"] ?? 0),
      share(control["ranker"] ?? 0),
      share(right),
      interval.map(share).join("–"),
      byWork.map(share).join("–"),
    ];
  });
  console.log(`${textTable(header, lines)}\n`);
  console.log("rule and ranker: with the contexts of Posterior-BM25. By work:\n");
  const titles = scores[0]?.works.map(({ work }) => work) ?? [];
  const byWork = titles.map((title, k) => [
    title,
    String(scores[0].works[k].questions),
    ...scores.map((score) => share(score.works[k].right)),
  ]);
  console.log(textTable(["work", "questions", ...scores.map(({ protocol, set }) => `${protocol}, ${set}`)], byWork));
}

/** What the rules and the ranker of src/tasks score on the same questions. */
async function controlsOf(chosen) {
  const controls = new Controls();
  const sources = await contextSources(corpus, ["Posterior-BM25"], 1);
  const options = { cloze: clozeDefaults, completion: completionDefaults, sources, corpusHash: hash, controls };
  for (const work of chosen) await buildWork(corpus, work, { ...options, goesOut: () => true });
  return controls.rows("cloze").filter(({ alignment }) => alignment === "Posterior-BM25");
}

/** Every idea with the columns that carry it, of candidates (`evidence: column`) and of their places. */
function ideas() {
  const evidence = (name) => ({ features: (column) => column.startsWith(`${name}:`) });
  const aligned = /linked|likely|blind|around|words|centre|closest|distance|first after|last before|how sure/;
  return {
    everything: {},
    "… and the other bullets, masked": { otherBullets: true },
    "without the alignment, blind or not": {
      features: (column) => aligned.test(column),
      places: (column) => aligned.test(column) || /score/.test(column),
    },
    "without comparing both alignments": {
      features: (column) => /blind/.test(column),
      places: (column) => column === "blind",
    },
    "without counts of mentions": evidence("presence"),
    "without words around mentions": {
      features: (column) => column.startsWith("overlap:") || /of 15/.test(column),
      places: (column) => /best of|near the gap/.test(column),
    },
    "without portraits: fit, phrases": evidence("association"),
    "without the others named": { ...evidence("company"), places: (column) => /named/.test(column) },
    "without salience in the work": evidence("salience"),
    "without pronouns and narrator": { ...evidence("echo"), places: (column) => column === "pronouns" },
    "without kind, gender and voice": evidence("kind"),
    "without the kind of gap": evidence("slot"),
    "without paragraphs one by one": { places: () => true, noPlaces: true },
    "without the bullet's own words": { noWords: true },
  };
}

async function measureAblations() {
  const train = works.filter((work) => work.split === "train");
  const order = shuffled(train, random("held back", 1));
  const held = order.slice(0, Math.ceil(order.length / 4));
  const learned = order.slice(held.length);
  const most = Number(values.questions);
  console.error(`reading ${learned.length} works, and ${held.length} that are held back`);
  const given = await collectExhibits(corpus, learned, allEvidence, { questions: most, seed: 1 });
  const tested = await collectExhibits(corpus, held, allEvidence, { questions: 1e6, seed: 1 });
  console.log(
    `plotline ${version}, corpus ${hash}; one network, ${values.epochs} passes over ${given.blind.length} questions of ${learned.length} works (at most ${most} a chapter), scored on ${tested.blind.length} questions of ${held.length} others\n`,
  );
  const lines = [];
  for (const [name, idea] of Object.entries(ideas())) {
    if (values.only !== undefined && !values.only.includes(name)) continue;
    const cells = [name];
    for (const protocol of ["paper", "blind"]) {
      const see = (exhibits) => exhibits.map((exhibit) => without(exhibit, idea));
      const options = { ...pointerDefaults, members: 1, epochs: Number(values.epochs) };
      const panel = await trainPanel(see(given[protocol]), allEvidence, options);
      for (const set of ["story", "hard"]) cells.push(share(accuracy(panel, see(tested[protocol]), set)));
    }
    lines.push(cells);
    console.error(cells.join("  "));
  }
  console.log(textTable(["", "paper, story", "paper, hard", "blind, story", "blind, hard"], lines));
}

function accuracy(panel, exhibits, set) {
  const right = exhibits.filter((exhibit) => {
    const { id, options } = exhibit.question;
    return choose(chances(panel, exhibit, set), id) === options[set].answer;
  });
  return right.length / exhibits.length;
}

/** The exhibit with what an idea brought set to zero; the other bullets stay hidden unless the idea is to see them. */
function without(exhibit, { features = () => false, places = () => false, otherBullets = false, noPlaces, noWords }) {
  const names = allEvidence.flatMap(({ name, columns }) => columns.map((column) => `${name}: ${column}`));
  const own = new Set(ownEvidence.map(({ name }) => name));
  const seen = names.map((name) => (otherBullets || own.has(name.split(":")[0])) && !features(name));
  const seenPlaces = placeColumns.map((name) => !places(name));
  const kept = (rows, flags) => rows.map((value, k) => (flags[k % flags.length] ? value : 0));
  return {
    ...exhibit,
    features: kept(exhibit.features, seen),
    places: noPlaces ? new Float32Array(0) : kept(exhibit.places, seenPlaces),
    starts: noPlaces ? exhibit.starts.map(() => 0) : exhibit.starts,
    words: noWords ? exhibit.words.map(() => 0) : exhibit.words,
  };
}
