import type { Command } from "commander";
import { findMethod } from "../align/registry.ts";
import { corpusView } from "../align/view.ts";
import { openCorpus } from "../corpus/open.ts";
import { completionTrainingDefaults, trainCompletion } from "../readers/completion/train.ts";
import { forestNames } from "../readers/completion/weights.ts";
import { methodSources } from "../tasks/sources.ts";
import { writeAtomically } from "../write.ts";
import { type Common, command, fileToWrite, numberOption, print, printJson, seedOption } from "./frame.ts";
import { Progress } from "./progress.ts";

interface Options extends Common {
  readonly sentences: number;
  readonly storyPasses: number;
  readonly bulletPasses: number;
  readonly trees: number;
  readonly workers: number;
  readonly seed: number;
  readonly out: string;
}

const { network, forest, sentences } = completionTrainingDefaults;

export function trainCompletionScorerCommand(): Command {
  return command(
    "completion-scorer <corpus>",
    "Train the scorer of completion's options (a network and trees), on all works outside validation.",
    ["train completion-scorer my-corpus --out weights.json"],
  )
    .addOption(numberOption("--sentences <number>", "sentences of a story's chapter, at most", sentences))
    .addOption(numberOption("--story-passes <number>", "passes over those sentences", network.storyPasses))
    .addOption(numberOption("--bullet-passes <number>", "passes over the summaries", network.bulletPasses))
    .addOption(numberOption("--trees <number>", "trees of each forest", forest.trees))
    .addOption(numberOption("--workers <number>", "threads that train the network", network.threads))
    .addOption(seedOption())
    .requiredOption("--out <file>", "write the weights here", fileToWrite)
    .action(train);
}

async function train(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const methods = forestNames.filter((name) => name !== "blind" && name !== "any").map((name) => findMethod(name));
  const sources = await methodSources(methods, corpusView(corpus), options);
  const progress = new StageProgress(options.quiet);
  const weights = await trainCompletion(corpus, sources, chosen(options), (stage, { steps }) =>
    progress.at(stage, steps),
  );
  progress.end();
  const text = `${JSON.stringify(weights)}\n`;
  writeAtomically(options.out, text);
  if (options.json) printJson({ out: options.out, bytes: text.length, about: weights.about });
  else print(`${weights.about}\nThe weights are in ${options.out} (${(text.length / 1000).toFixed(0)} KB).`);
}

function chosen({ sentences, storyPasses, bulletPasses, trees, workers, seed }: Options) {
  return {
    ...completionTrainingDefaults,
    network: { ...network, storyPasses, bulletPasses, seed, threads: Math.max(1, workers) },
    forest: { ...forest, trees },
    sentences,
    seed,
  };
}

/** One bar after the other. */
class StageProgress {
  private bar: { readonly stage: string; readonly progress: Progress } | undefined;

  constructor(private readonly quiet: boolean | undefined) {}

  at(stage: string, steps: number): void {
    if (this.bar?.stage !== stage) {
      this.end();
      const title = `${stage[0]?.toUpperCase()}${stage.slice(1)}`;
      this.bar = { stage, progress: new Progress(title, steps, this.quiet) };
    }
    this.bar.progress.advance(1);
  }

  end(): void {
    this.bar?.progress.end();
  }
}
