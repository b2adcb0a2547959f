import type { Command } from "commander";
import { removeCalibration, writeCalibration } from "../../corpus/alignments/calibration-file.ts";
import { openCorpus } from "../../corpus/open.ts";
import { type LinksNextToGold, planCalibration } from "../../runs/calibrate.ts";
import { type Common, command } from "../command.ts";
import { encoderOption } from "../options/method.ts";
import { counted, print, printJson, printResult } from "../print/print.ts";
import { Progress } from "../print/progress.ts";

interface CalibrateOptions extends Common {
  readonly encoder?: string;
  readonly undo?: boolean;
  readonly dryRun?: boolean;
}

export default function calibrateCommand(): Command {
  return command(
    "calibrate <corpus>",
    "Fit the aligner's confidences, and with them how much is linked, to a corpus's own links: a slope and a shift of the log-odds, from three chapters with gold (or with finished sheets of annotators) on. They are saved in the corpus as calibration.json, and used from then on.",
    ["calibrate corpora/sample --dry-run", "calibrate my-corpus", "calibrate my-corpus --undo"],
  )
    .addOption(encoderOption("fit the odds with this encoder too: a folder with an ONNX model"))
    .option("--dry-run", "show what would change, write nothing")
    .option("--undo", "remove the calibration: confidences are as shipped again")
    .action(run);
}

async function run(folder: string, options: CalibrateOptions): Promise<void> {
  const corpus = await openCorpus(folder);
  if (options.undo) {
    const removed = await removeCalibration(corpus.folder);
    printResult(
      options,
      { removed },
      removed ? `The calibration of ${folder} was removed.` : `${folder} has no calibration.`,
    );
    return;
  }
  const { calibration, now, after, heldOut } = await withProgress(corpus, options);
  const path = options.dryRun ? undefined : await writeCalibration(corpus.folder, calibration);
  if (options.json) printJson({ ...calibration, now, after, heldOut, file: path ?? null });
  else {
    const { slope, shift, chapters, works } = (options.encoder && calibration.encoder) || calibration;
    print(`From ${counted(chapters, "chapter")} of ${counted(works, "work")}: slope ${slope}, shift ${shift}.`);
    if (calibration.whole) print("Its guides cover the stories whole: every paragraph belongs to a point, in order.");
    print(`Now: ${described(now)}.`);
    print(`After, each ${heldOut} by the others: ${described(after)}.`);
    print(path === undefined ? "Nothing was written." : `Saved as ${path}; --undo removes it.`);
  }
}

async function withProgress(corpus: Parameters<typeof planCalibration>[0], { encoder, quiet }: CalibrateOptions) {
  const progress = new Progress("Aligning chapters", 0, quiet);
  try {
    return await planCalibration(corpus, encoder, (chapters) => () => progress.outOf(chapters).advance());
  } finally {
    progress.end();
  }
}

function described({ links, right, claimed, calibrationError, f }: LinksNextToGold): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return `${counted(links, "link")}, on average ${percent(claimed)} sure and ${percent(right)} right; F ${f.toFixed(3)}, calibration error ${calibrationError.toFixed(3)}`;
}
