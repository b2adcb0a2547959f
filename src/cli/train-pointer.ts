import type { Command } from "commander";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { collectExhibits } from "../readers/pointer/collect.ts";
import type { Evidence } from "../readers/pointer/evidence/evidence.ts";
import { allEvidence, evidenceNamed, ownEvidence } from "../readers/pointer/features.ts";
import type { Panel } from "../readers/pointer/panel.ts";
import type { Pointer } from "../readers/pointer/pointer.ts";
import { pointerDefaults, trainPanel } from "../readers/pointer/train.ts";
import { packPointer } from "../readers/pointer/weights.ts";
import { type Protocol, protocols } from "../tasks/options.ts";
import { writeAtomically } from "../write.ts";
import { type Common, command, fileToWrite, numberOption, print, printJson, seedOption } from "./frame.ts";
import { Progress } from "./progress.ts";

interface Options extends Common {
  readonly questions: number;
  readonly members: number;
  readonly epochs: number;
  readonly without: readonly string[];
  readonly otherBullets?: boolean;
  readonly seed: number;
  readonly out: string;
}

export function trainPointerCommand(): Command {
  return command(
    "pointer <corpus>",
    "Train the pointer, the cloze reader that ships, on all works outside validation: questions of both candidate sets, under both protocols.",
    ["train pointer my-corpus --out pointer.json", "train pointer my-corpus --without echo company --out less.json"],
  )
    .addOption(numberOption("--questions <number>", "questions of a chapter, at most", 1000))
    .addOption(numberOption("--members <number>", "networks that vote under each protocol", pointerDefaults.members))
    .addOption(numberOption("--epochs <number>", "passes over the questions", pointerDefaults.epochs))
    .option(
      "--without <evidence...>",
      `leave out kinds of evidence: ${ownEvidence.map(({ name }) => name).join(", ")}`,
      [],
    )
    .option("--other-bullets", "also look at the other bullets of the chapter, each without what is asked there")
    .addOption(seedOption())
    .requiredOption("--out <file>", "write the pointer here", fileToWrite)
    .action(train);
}

async function train(folder: string, options: Options): Promise<void> {
  for (const name of ["questions", "members", "epochs"] as const)
    if (options[name] === 0) throw new Problem(`--${name} 0 leaves nothing to train; 1 is the least.`);
  const evidence = evidenceOf(options);
  const corpus = await openCorpus(folder);
  const works = corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0);
  if (works.length === 0) throw new Problem(`${folder} has no summarised works outside validation to train on.`);
  const pointer = await trained(corpus, works, evidence, options);
  const text = `${JSON.stringify(packPointer(pointer))}\n`;
  writeAtomically(options.out, text);
  if (options.json) printJson({ out: options.out, bytes: text.length, about: pointer.about });
  else print(`${pointer.about}\nThe pointer is in ${options.out} (${(text.length / 1000).toFixed(0)} KB).`);
}

function evidenceOf({ without, otherBullets }: Options): Evidence[] {
  const left = new Set(evidenceNamed(without));
  const kept = (otherBullets ? allEvidence : ownEvidence).filter((evidence) => !left.has(evidence));
  if (kept.length === 0) throw new Problem("--without names all kinds of evidence; leave at least one.");
  return kept;
}

async function trained(
  corpus: Corpus,
  works: readonly Work[],
  evidence: readonly Evidence[],
  options: Options,
): Promise<Pointer> {
  const reading = new Progress("Works", works.length, options.quiet);
  const collected = await collectExhibits(corpus, works, evidence, options, ({ title }) => reading.advance(1, title));
  reading.end();
  const settings = { ...pointerDefaults, ...options };
  const panels: Partial<Record<Protocol, Panel>> = {};
  for (const protocol of protocols) {
    let progress: Progress | undefined;
    panels[protocol] = await trainPanel(collected[protocol], evidence, settings, ({ steps }) => {
      progress ??= new Progress(`Steps, ${protocol}`, steps * settings.members, options.quiet);
      progress.advance();
    });
    progress?.end();
  }
  const count = collected.blind.length;
  const hash = await corpus.hash();
  const about = `Trained by \`plotline train pointer\` on ${count} questions of ${works.length} works of corpus ${hash}, ${settings.members} networks a protocol, ${settings.epochs} passes, seed ${settings.seed}.`;
  return { about, evidence, panels: panels as Record<Protocol, Panel> };
}
