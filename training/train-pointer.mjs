// Trains the pointer, the cloze reader that ships (src/readers/pointer/data/pointer.json), on the works of a corpus outside
// validation: questions of both candidate sets, under both protocols.
//   node training/train-pointer.mjs CORPUS --out pointer.json
import { fileToWrite, load, Problem, Progress, runScript, save, trainer } from "../scripts/maintenance.mjs";
import { compiled } from "./compile.mjs";

const { openCorpus } = await load("corpus/open.js");
const { collectExhibits } = await compiled("pointer/collect.ts");
const { evidenceNamed, ownEvidence } = await load("readers/pointer/features.js");
const { pointerDefaults, trainPanel } = await compiled("pointer/train.ts");
const { packPointer } = await load("readers/pointer/weights.js");
const { protocols } = await load("tasks/options.js");

const kinds = ownEvidence.map(({ name }) => name).join(", ");
await runScript(
  trainer(
    "train-pointer.mjs",
    "Train the pointer, the cloze reader that ships, on all works of a corpus outside validation.",
    "corpus",
    [
      ["--questions", "maximum questions per chapter", 1000],
      ["--members", "networks that vote under each protocol", pointerDefaults.members],
      ["--epochs", "passes over the questions", pointerDefaults.epochs],
    ],
  )
    .option("--without <evidence...>", `leave out kinds of evidence: ${kinds}`, [])
    .requiredOption("--out <file>", "write the pointer here", fileToWrite)
    .action(train),
);

async function train(folder, options) {
  for (const name of ["questions", "members", "epochs"])
    if (options[name] === 0) throw new Problem(`--${name} 0 leaves nothing to train; give 1 or more.`);
  const evidence = evidenceOf(options);
  const corpus = await openCorpus(folder);
  const works = corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0);
  if (works.length === 0) throw new Problem(`${folder} has no summarised works outside validation to train on.`);
  const pointer = await trained(corpus, works, evidence, options);
  save(options.out, packPointer(pointer), "The pointer is", pointer.about);
}

function evidenceOf({ without }) {
  const left = new Set(evidenceNamed(without));
  const used = ownEvidence.filter((evidence) => !left.has(evidence));
  if (used.length === 0) throw new Problem("--without names all kinds of evidence; leave at least one.");
  return used;
}

async function trained(corpus, works, evidence, options) {
  const reading = new Progress("Works", works.length);
  const collected = await collectExhibits(corpus, works, evidence, options, ({ title }) => reading.advance(1, title));
  reading.end();
  const settings = { ...pointerDefaults, ...options };
  const panels = {};
  for (const protocol of protocols) {
    let progress;
    panels[protocol] = await trainPanel(collected[protocol], evidence, settings, ({ steps }) => {
      progress ??= new Progress(`Steps, ${protocol}`, steps * settings.members);
      progress.advance();
    });
    progress?.end();
  }
  const { members, epochs, seed } = settings;
  const about = `Trained by training/train-pointer.mjs on ${collected.blind.length} questions of ${works.length} works of corpus ${await corpus.hash()}, ${members} networks per protocol, ${epochs} passes, seed ${seed}.`;
  return { about, evidence, panels };
}
