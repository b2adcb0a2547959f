// What each idea of the pointer contributes: one network for each idea left out, on works outside validation.
import { textTable } from "../dist/cli/print/text-table.js";
import { Problem } from "../dist/problem.js";
import { random, shuffled } from "../dist/random.js";
import { ownEvidence } from "../dist/readers/pointer/features.js";
import { placeColumns } from "../dist/readers/pointer/places.js";
import { chances } from "../dist/readers/pointer/pointer.js";
import { choose } from "../dist/tasks/choose.js";
import { protocols } from "../dist/tasks/options.js";
import { version } from "../dist/version.js";
import { training } from "../scripts/training.mjs";
import { share } from "./kit.mjs";
import { gathered } from "./saved-data.mjs";

const { collectExhibits } = await training("pointer/collect.ts");
const { pointerDefaults, trainPanel } = await training("pointer/train.ts");

export async function measureAblations(corpus, { count, questions, epochs, only }) {
  const train = corpus.works.filter((work) => work.split === "train" && work.summarised.length > 0);
  const order = shuffled(train, random("held back", 1)).slice(0, count);
  const held = order.slice(0, Math.ceil(order.length / 4));
  const learned = order.slice(held.length);
  if (learned.length === 0) throw new Problem(`${corpus.folder} has too few works outside validation to learn from.`);
  const given = await questionsOf(corpus, learned, questions);
  const tested = await questionsOf(corpus, held, 2 * questions);
  console.log(
    `plotline ${version}, corpus ${await corpus.hash()}; one network, ${epochs} passes over ${given.blind.length} questions of ${learned.length} works (at most ${questions} a chapter), scored on ${tested.blind.length} questions of ${held.length} others (at most ${2 * questions} a chapter)\n`,
  );
  const lines = [];
  for (const [name, idea] of Object.entries(ideas())) {
    if (only !== undefined && !only.includes(name)) continue;
    const cells = [name];
    for (const protocol of protocols)
      cells.push(...(await sharesWithout(idea, given[protocol], tested[protocol], epochs)));
    lines.push(cells);
    console.error(cells.join("  "));
  }
  console.log(textTable(["", "paper, story", "paper, hard", "blind, story", "blind, hard"], lines));
}

/** The questions of some works as numbers. */
function questionsOf(corpus, works, questions) {
  let read = 0;
  const tell = ({ title }) => console.error(`${++read} of ${works.length}: ${title}`);
  return gathered(corpus, works, { name: "pointer", of: questions }, () =>
    collectExhibits(corpus, works, ownEvidence, { questions, seed: 1 }, tell),
  );
}

async function sharesWithout(idea, given, tested, epochs) {
  const see = (exhibits) => exhibits.map((exhibit) => without(exhibit, idea));
  const panel = await trainPanel(see(given), ownEvidence, { ...pointerDefaults, members: 1, epochs });
  const asked = see(tested);
  return ["story", "hard"].map((set) => share(accuracy(panel, asked, set)));
}

/** Every idea with the columns that carry it, of candidates (`evidence: column`) and of their places. */
function ideas() {
  const evidence = (name) => ({ features: (column) => column.startsWith(`${name}:`) });
  const aligned = /linked|likely|blind|around|words|centre|closest|distance|first after|last before|how sure/;
  return {
    everything: {},
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
  };
}

function accuracy(panel, exhibits, set) {
  const right = exhibits.filter((exhibit) => {
    const { id, options } = exhibit.question;
    return choose(chances(panel, exhibit, set), id) === options[set].answer;
  });
  return right.length / exhibits.length;
}

/** The exhibit with what an idea brought set to zero. */
function without(exhibit, { features = () => false, places = () => false, noPlaces }) {
  const names = ownEvidence.flatMap(({ name, columns }) => columns.map((column) => `${name}: ${column}`));
  const seen = names.map((name) => !features(name));
  const seenPlaces = placeColumns.map((name) => !places(name));
  const visible = (rows, flags) => rows.map((value, k) => (flags[k % flags.length] ? value : 0));
  return {
    ...exhibit,
    features: visible(exhibit.features, seen),
    places: noPlaces ? new Float32Array(0) : visible(exhibit.places, seenPlaces),
    starts: noPlaces ? exhibit.starts.map(() => 0) : exhibit.starts,
  };
}
