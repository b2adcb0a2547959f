import { userInfo } from "node:os";
import type { Corpus } from "@plotline/align";
import { assign, auditOf, dashboardOf, lastAddress, Roster, setTraining, spread } from "@plotline/app/node";
import { Problem } from "@plotline/base";
import { type ChapterPlace, type Role, roles } from "@plotline/corpus";
import { findWork, openCorpus } from "@plotline/corpus/node";
import { type Command, Option } from "commander";
import { type Common, command, commandGroup } from "../command.ts";
import { numberOption, placesFromOne, seedOption, wholeNumber } from "../options/values.ts";
import { counted, print, printJson, printResult, textTable, warn } from "../print/print.ts";

interface Options extends Common {
  readonly role: Role;
  readonly days?: number;
  readonly address?: string;
}

export default function teamCommand(): Command {
  return commandGroup("team", "Manage the people of a corpus that is served to a team, and their work.", [
    inviteCommand(),
    listCommand(),
    resetCommand(),
    roleCommand(),
    revokeCommand(),
    assignCommand(),
    trainingCommand(),
    statusCommand(),
    auditCommand(),
  ]);
}

function inviteCommand(): Command {
  const about = "Make a link with which somebody can sign in once; their work is saved under this name.";
  const examples = ["team invite my-corpus Ada --role owner", "team invite my-corpus Ben --role annotator"];
  return linkCommand("invite <name>", about, examples, (roster, name, { role, days }) =>
    roster.invite(name, role, me(), days),
  ).addOption(new Option("--role <role>", "what they may do").choices(roles).makeOptionMandatory());
}

function resetCommand(): Command {
  const about = "Make somebody a new link; their sessions and the link before it end.";
  return linkCommand("reset <name>", about, ["team reset my-corpus Ben"], (roster, name, { days }) =>
    roster.reset(name, me(), days),
  );
}

function linkCommand(
  signature: string,
  about: string,
  examples: readonly string[],
  make: (roster: Roster, name: string, options: Options) => Promise<string>,
): Command {
  return ofCorpus(signature, about, examples)
    .option("--days <number>", "how long the link can be used (default: 7)", wholeNumber)
    .option("--address <url>", "the address that the link begins with (default: where the corpus was last served)")
    .action(async (corpus: string, name: string, options: Options) => {
      const roster = await rosterIn(corpus);
      await printLink(roster, name, await make(roster, name, options), options);
    });
}

function listCommand(): Command {
  return ofCorpus("list", "Show who belongs to the team.", ["team list my-corpus"]).action(
    async (corpus: string, options: Options) => {
      const members = await (await rosterIn(corpus)).members();
      const people = members.map(({ name, role, since, invitation, sessions }) => ({
        name,
        role,
        since,
        link: invitation === undefined ? "used" : `open until ${invitation.expires.slice(0, 10)}`,
        sessions: sessions.length,
      }));
      if (options.json) return printJson(people);
      if (people.length === 0) return print('Nobody yet; "plotline team invite CORPUS NAME --role owner" begins.');
      const rows = people.map(({ name, role, since, link, sessions }) => [
        name,
        role,
        since.slice(0, 10),
        link,
        `${sessions}`,
      ]);
      print(textTable(["name", "role", "since", "link", "sessions"], rows));
    },
  );
}

function roleCommand(): Command {
  return ofCorpus("role <name> <role>", "Change what somebody may do, at once.", [
    "team role my-corpus Ben curator",
  ]).action(async (corpus: string, name: string, role: string, options: Options) => {
    const known = roles.find((each) => each === role);
    if (known === undefined) throw new Problem(`"${role}" is not a role; the roles are ${roles.join(", ")}.`);
    await (await rosterIn(corpus)).setRole(name, known, me());
    printResult(options, { name, role }, `${name}: ${role}.`);
  });
}

function revokeCommand(): Command {
  return ofCorpus("revoke <name>", "Revoke somebody's access at once; what they made stays.", [
    "team revoke my-corpus Ben",
  ]).action(async (corpus: string, name: string, options: Options) => {
    await (await rosterIn(corpus)).revoke(name, me());
    printResult(options, { revoked: name }, `${name} no longer has access; what they made stays.`);
  });
}

interface AssignOptions extends Options {
  readonly work?: string;
  readonly chapters?: readonly number[];
  readonly overlap: number;
  readonly seed: number;
  readonly remove?: boolean;
}

function assignCommand(): Command {
  return ofCorpus(
    "assign <names...>",
    "Assign chapters to annotators: one person gets all of them, several people a share each.",
    ['team assign my-corpus Ben --work "Moby-Dick" --chapters 1-4', "team assign my-corpus Ben Cora Dan --overlap 20"],
  )
    .option("--work <title>", "chapters of this work (default: of all works)")
    .option("--chapters <list>", "some of its chapters, as the book counts them: 1-4,7", placesFromOne)
    .addOption(numberOption("--overlap <percent>", "how many of the chapters two people get, for agreement", 0))
    .addOption(seedOption())
    .option("--remove", "unassign these chapters instead")
    .action(async (folder: string, names: string[], options: AssignOptions) => {
      const corpus = await openCorpus(folder);
      const chapters = chaptersIn(corpus, options);
      const tasks = options.remove
        ? names.flatMap((name) => chapters.map((chapter) => ({ name, ...chapter })))
        : spread({ chapters, names, overlap: options.overlap / 100, seed: options.seed });
      const [add, remove] = options.remove ? [[], tasks] : [tasks, []];
      await assign(corpus, await new Roster(corpus.folder).members(), { add, remove, by: me(), did: "assign" });
      if (options.json) return printJson({ add, remove });
      for (const name of names) {
        const own = tasks.filter((task) => task.name === name);
        print(`${name}: ${counted(own.length, "chapter")} ${options.remove ? "taken away" : "assigned"}`);
      }
    });
}

interface TrainingOptions extends Options {
  readonly work: string;
  readonly chapters?: readonly number[];
  readonly leastF: number;
  readonly none?: boolean;
}

function trainingCommand(): Command {
  return ofCorpus(
    "training",
    "Choose the chapters with gold that a new annotator must annotate well before getting others.",
    ['team training my-corpus --work "Moby-Dick" --chapters 1,2 --least-f 80', "team training my-corpus --none"],
  )
    .option("--work <title>", "the work whose chapters train")
    .option("--chapters <list>", "which of them, as the book counts them (default: all that have gold)", placesFromOne)
    .addOption(numberOption("--least-f <percent>", "the F that each must reach against gold", 80))
    .option("--none", "train nobody")
    .action(async (folder: string, options: TrainingOptions) => {
      const corpus = await openCorpus(folder);
      if (!options.none && options.work === undefined) throw new Problem("Name a work with --work, or use --none.");
      const chapters = options.none ? [] : trainingChapters(corpus, options);
      const { leastF } = await setTraining(corpus, me(), { chapters, leastF: options.leastF / 100 });
      if (options.json) return printJson({ chapters, leastF });
      print(
        chapters.length === 0
          ? "No training required."
          : `${counted(chapters.length, "chapter")} for training, each to be passed at F ${leastF}.`,
      );
    });
}

function trainingChapters(corpus: Corpus, { work: title, chapters }: TrainingOptions): ChapterPlace[] {
  const work = findWork(corpus, title);
  const numbers = chapters ?? work.annotated;
  const without = numbers.find((number) => !work.annotated.includes(number));
  if (without !== undefined) throw new Problem(`Chapter ${without + 1} of "${work.title}" has no gold to train on.`);
  return numbers.map((number) => ({ folder: work.folder, number }));
}

function statusCommand(): Command {
  return ofCorpus("status", "Show everyone's progress, their agreement, and what is waiting for a curator.", [
    "team status my-corpus",
  ]).action(async (folder: string, options: Options) => {
    const corpus = await openCorpus(folder);
    const dashboard = await dashboardOf(corpus, await new Roster(corpus.folder).members());
    if (options.json) return printJson(dashboard);
    const rows = dashboard.people
      .filter(({ chapters }) => chapters > 0)
      .map(({ name, chapters, chaptersDone, points, pointsDone }) => [
        name,
        `${chaptersDone} of ${chapters}`,
        `${pointsDone} of ${points}`,
      ]);
    print(rows.length === 0 ? "Nothing is assigned yet." : textTable(["name", "chapters", "points"], rows));
    for (const { first, second, chapters, f, kappa } of dashboard.pairs)
      print(`${first} and ${second}: F ${f.toFixed(2)}, κ ${kappa.toFixed(2)} over ${counted(chapters, "chapter")}`);
    for (const { title, number } of dashboard.chapters.filter(({ state }) => state === "waiting"))
      print(`waiting for a curator: ${title}, chapter ${number + 1}`);
  });
}

function auditCommand(): Command {
  return ofCorpus("audit", "Print who did what and when, as JSON lines, and check that nobody tampered with it.", [
    "team audit my-corpus --since 2026-11-01",
  ])
    .option("--since <date>", "from this day on: 2026-11-01")
    .action(async (folder: string, options: Options & { since?: string }) => {
      const { since } = options;
      if (since !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(since))
        throw new Problem(`--since ${since} is not a date like 2026-11-01.`);
      const { lines, faults } = await auditOf((await openCorpus(folder)).folder, since);
      for (const line of lines) print(line);
      for (const fault of faults) warn(fault);
      if (faults.length > 0) process.exitCode = 1;
    });
}

function ofCorpus(signature: string, about: string, examples: readonly string[]): Command {
  const [name, ...more] = signature.split(" ");
  return command([name, "<corpus>", ...more].join(" "), about, examples);
}

async function rosterIn(corpus: string): Promise<Roster> {
  return new Roster((await openCorpus(corpus)).folder);
}

async function printLink({ folder }: Roster, name: string, secret: string, options: Options): Promise<void> {
  const address = (options.address ?? (await lastAddress(folder))).replace(/\/+$/, "");
  const link = `${address}/join#${secret}`;
  if (options.json) printJson({ name, link });
  else if (options.quiet) print(link);
  else print(`Give this link to ${name} and nobody else; it works once:\n${link}`);
}

function me(): string {
  return `command line (${userInfo().username})`;
}

function chaptersIn(corpus: Corpus, { work: title, chapters }: AssignOptions): ChapterPlace[] {
  if (title === undefined && chapters !== undefined)
    throw new Problem("--chapters needs --work: chapters of which work?");
  const works = title === undefined ? corpus.works : [findWork(corpus, title)];
  return works.flatMap((work) => (chapters ?? work.summarised).map((number) => ({ folder: work.folder, number })));
}
