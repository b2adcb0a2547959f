// Trains the scorer of completion's options that ships (src/readers/completion/data/weights.json), a network and trees, on
// the works of a corpus outside validation.
//   node training/train-completion-scorer.mjs CORPUS --out weights.json
import { fileToWrite, load, Progress, runScript, save, trainer } from "../scripts/maintenance.mjs";
import { compiled } from "./compile.mjs";

const { findMethod } = await load("align/registry.js");
const { corpusView } = await load("align/view.js");
const { openCorpus } = await load("corpus/open.js");
const { completionTrainingDefaults, trainCompletion } = await compiled("completion/train.ts");
const { forestNames } = await load("readers/completion/weights.js");
const { methodSources } = await load("tasks/sources.js");

const { network, forest, sentences } = completionTrainingDefaults;

await runScript(
  trainer(
    "train-completion-scorer.mjs",
    "Train the scorer of completion's options (a network and trees), on all works outside validation.",
    "corpus",
    [
      ["--sentences", "maximum sentences of a story's chapter", sentences],
      ["--story-passes", "passes over those sentences", network.storyPasses],
      ["--bullet-passes", "passes over the summaries", network.bulletPasses],
      ["--trees", "trees of each forest", forest.trees],
      ["--workers", "threads that train the network", network.threads],
    ],
  )
    .requiredOption("--out <file>", "write the weights here", fileToWrite)
    .action(train),
);

async function train(folder, options) {
  const corpus = await openCorpus(folder);
  const methods = forestNames.filter((name) => name !== "blind" && name !== "any").map((name) => findMethod(name));
  const sources = await methodSources(methods, corpusView(corpus), options);
  const progress = stageProgress();
  const weights = await trainCompletion(corpus, sources, chosen(options), (stage, { steps }) =>
    progress.at(stage, steps),
  );
  progress.end();
  save(options.out, weights, "The weights are");
}

function chosen({ sentences, storyPasses, bulletPasses, trees, workers, seed }) {
  return {
    ...completionTrainingDefaults,
    network: { ...network, storyPasses, bulletPasses, seed, threads: Math.max(1, workers) },
    forest: { ...forest, trees },
    sentences,
    seed,
  };
}

/** One bar after the other. */
function stageProgress() {
  let [shown, bar] = [];
  const end = () => bar?.end();
  return {
    end,
    at(stage, steps) {
      if (shown !== stage) {
        end();
        [shown, bar] = [stage, new Progress(`${stage[0].toUpperCase()}${stage.slice(1)}`, steps)];
      }
      bar.advance();
    },
  };
}
