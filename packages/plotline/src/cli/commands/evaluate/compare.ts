import { type Agreement, agreement, type TwoAlignments } from "@plotline/align";
import { groupedBy, Problem } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { figure } from "@plotline/runs";
import { namedAlignment } from "@plotline/runs/node";
import type { Command } from "commander";
import { alignedChapters } from "../../aligned-chapters.ts";
import { command } from "../../command.ts";
import { type MethodSettings, methodChoice, withMethodSettings } from "../../options/method.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import { print, printJson, textTable } from "../../print/print.ts";

type CompareOptions = WorkChoice & MethodSettings;

export function compareCommand(): Command {
  const made = command(
    "compare <corpus> <first> <second>",
    "Compare two alignments of a corpus: methods, annotators, gold, or folders in alignments/. F does not depend on the order; κ is Cohen's, over cells.",
  );
  return withMethodSettings(withWorks(made)).action(run);
}

async function run(folder: string, first: string, second: string, options: CompareOptions): Promise<void> {
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const choice = await methodChoice(corpus, [], options);
  const one = await namedAlignment(corpus, first, choice);
  const other = await namedAlignment(corpus, second, choice);
  const pairs: (TwoAlignments & { readonly work: string })[] = [];
  for await (const { chapter, alignment } of alignedChapters(corpus, works, one, options)) {
    const { work, summary, story } = chapter;
    const others = await other(chapter);
    const shape = { work, points: summary.length, paragraphs: story.length };
    if (others !== undefined) pairs.push({ ...shape, first: alignment, second: others });
  }
  const all = agreement(pairs);
  if (all.chapters === 0) throw new Problem(`"${first}" and "${second}" have no chapter in common.`);
  const byWork = [...groupedBy(pairs, ({ work }) => work)].map(([work, own]) => ({ work, ...agreement(own) }));
  if (options.json) printJson({ names: [first, second], ...all, works: byWork });
  else printAgreement(first, second, all, byWork);
}

function printAgreement(
  first: string,
  second: string,
  all: Agreement,
  works: readonly (Agreement & { work: string })[],
): void {
  const row = (name: string, each: Agreement) => [
    name,
    String(each.chapters),
    figure(each.f),
    figure(each.kappa),
    String(each.shared),
    String(each.first - each.shared),
    String(each.second - each.shared),
  ];
  const rows = [...(works.length > 1 ? works.map((each) => row(each.work, each)) : []), row("all", all)];
  print(textTable(["work", "chapters", "F", "κ", "both", "only 1st", "only 2nd"], rows));
  print(`\n1st: ${first}\n2nd: ${second}`);
}
