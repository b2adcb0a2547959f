import { join } from "node:path";
import { type Corpus, defaultMethod } from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus, type SavedCalibration, writeCalibration } from "@plotline/corpus/node";
import { judgeDefaults, styles } from "@plotline/judge";
import { chapterRefs, chosenMethods, writeAlignments } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "../../options/executor.ts";
import { isJudged, withJudge } from "../../options/judge.ts";
import { type ChosenMethods, chosenNames, methodChoice, withMethods } from "../../options/method.ts";
import { tellAside } from "../../options/replace.ts";
import { choiceOption, placesFromOne } from "../../options/values.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { counted, print, printJson } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import type { JudgedOptions } from "./align-judged.ts";

type AlignOptions = WorkChoice &
  ChosenMethods &
  ExecutorChoice &
  JudgedOptions & { readonly calibrate?: boolean; readonly evidence?: boolean };

const aboutStyle = "with --judge: link the evidence alone, or cover every paragraph of a part";

export default function alignCommand(): Command {
  const made = command(
    "align <corpus>",
    `Align the summarised chapters of a corpus. The links are written into it, as alignments/<method>/<title>/<n>.txt, with confidences next to them in <n>.json. Without --method: ${defaultMethod}.`,
  );
  return withJudge(withExecutorOptions(withMethods(withWorks(made))))
    .option(
      "--calibrate",
      "first fit confidences, and with them how much is linked, to the corpus's own gold, from three chapters on; saved in it as calibration.json, for later runs and the app",
    )
    .option("--evidence", "write the sentences of the paragraphs that carry each link, too")
    .addOption(choiceOption("--style <name>", aboutStyle, styles, judgeDefaults.style))
    .option("--no-example", "with --judge: do not show the model a chapter with its gold links")
    .option("--chapters <list>", "only these, by their places: 1-4,8", placesFromOne)
    .option("--anyway", "with --judge: ask about the corpus even if the try-out says that the model does not help")
    .action(run);
}

async function run(folder: string, options: AlignOptions): Promise<void> {
  if (isJudged(options)) {
    if (options.shard !== undefined) throw new Problem("A model is asked from one machine: leave --shard out.");
    const { alignJudged } = await import("./align-judged.ts");
    return alignJudged(folder, options);
  }
  const corpus = await openCorpus(folder);
  const names = chosenNames(options, [defaultMethod]);
  const methods = await chosenMethods(names);
  const { chapters } = options;
  const refs = chapterRefs(chooseWorks(corpus, options)).filter((ref) => chapters?.includes(ref.number) ?? true);
  if (refs.length === 0)
    throw new Problem(`${folder} has no summarised chapter to align; "plotline import summary" brings summaries.`);
  const calibration = options.calibrate ? await calibrated(corpus, options) : undefined;
  const progress = new Progress("Aligning chapters", refs.length, options.quiet);
  const made = await withExecutor(options, corpus, "align", async (executor) =>
    writeAlignments(
      executor,
      corpus,
      refs,
      { ...(await methodChoice(corpus, names, options)), evidence: options.evidence },
      progress,
    ),
  );
  progress.end();
  if (made === undefined) return;
  const { links, aside } = made;
  if (aside !== undefined) tellAside(join(folder, aside));
  const written = methods.map(({ name }, k) => ({
    method: name,
    chapters: made.chapters,
    links: links[k]!,
    folder: `alignments/${name}`,
  }));
  if (options.json) printJson({ corpus: corpus.folder, calibration, written, setAside: aside });
  else
    for (const each of written)
      print(
        `${each.method}: ${counted(each.links, "link")} in ${counted(each.chapters, "chapter")}, in ${join(folder, each.folder)}`,
      );
}

/** Fits a calibration to the gold and saves it, for this run and what comes after it. */
async function calibrated(corpus: Corpus, options: AlignOptions): Promise<SavedCalibration> {
  const { fitCalibration } = await import("@plotline/runs/node");
  const { encoder, language, quiet } = options;
  const progress = new Progress("Calibrating by chapters", 0, quiet);
  const begin = (chapters: number) => () => progress.outOf(chapters).advance();
  const calibration = await fitCalibration(corpus, { encoder, language, begin }).finally(() => progress.end());
  const path = await writeCalibration(corpus.folder, calibration);
  const { slope, shift, chapters, works } = (encoder && calibration.encoder) || calibration;
  const said = [
    `Calibrated by ${counted(chapters, "chapter")} of ${counted(works, "work")}: slope ${slope}, shift ${shift}.`,
    ...(calibration.whole ? ["Its guides cover the stories whole: every paragraph belongs to a point, in order."] : []),
    `Saved as ${path}; without that file confidences are as shipped.`,
  ];
  if (!options.json) print(said.join("\n"));
  return calibration;
}
