import { userInfo } from "node:os";
import { auditOf, lastAddress, Roster } from "@plotline/app/node";
import { Problem } from "@plotline/base";
import { type Role, roles } from "@plotline/corpus";
import { openCorpus } from "@plotline/corpus/node";
import { type Command, Option } from "commander";
import { type Common, command, commandGroup } from "../command.ts";
import { wholeNumber } from "../options/values.ts";
import { print, printResult, warn } from "../print/print.ts";

interface Options extends Common {
  readonly role: Role;
  readonly days?: number;
  readonly address?: string;
}

export default function teamCommand(): Command {
  return commandGroup(
    "team",
    "Let people into a corpus that is served to a team, and read what they did; the rest is on its Team page.",
    [inviteCommand(), resetCommand(), revokeCommand(), auditCommand()],
  );
}

function inviteCommand(): Command {
  const about = "Make a link with which somebody can sign in once; their work is saved under this name.";
  return linkCommand("invite <corpus> <name>", about, (roster, name, { role, days }) =>
    roster.invite(name, role, me(), days),
  ).addOption(new Option("--role <role>", "what they may do; required").choices(roles).makeOptionMandatory());
}

function resetCommand(): Command {
  const about = "Make somebody a new link; their sessions and the link before it end.";
  return linkCommand("reset <corpus> <name>", about, (roster, name, { days }) => roster.reset(name, me(), days));
}

function linkCommand(
  signature: string,
  about: string,
  make: (roster: Roster, name: string, options: Options) => Promise<string>,
): Command {
  return command(signature, about)
    .option("--days <number>", "how long the link can be used (default: 7)", wholeNumber)
    .option("--address <url>", "the address that the link begins with (default: where the corpus was last served)")
    .action(async (corpus: string, name: string, options: Options) => {
      const roster = await rosterIn(corpus);
      const secret = await make(roster, name, options);
      const address = (options.address ?? (await lastAddress(roster.folder))).replace(/\/+$/, "");
      const link = `${address}/join#${secret}`;
      const words = `Give this link to ${name} and nobody else; it works once:\n${link}`;
      printResult(options, { name, link }, options.quiet ? link : words);
    });
}

function revokeCommand(): Command {
  return command("revoke <corpus> <name>", "Revoke somebody's access at once; what they made stays.").action(
    async (corpus: string, name: string, options: Options) => {
      await (await rosterIn(corpus)).revoke(name, me());
      printResult(options, { revoked: name }, `${name} no longer has access; what they made stays.`);
    },
  );
}

function auditCommand(): Command {
  return command(
    "audit <corpus>",
    "Print who did what and when, as JSON lines, and check that nobody tampered with it.",
  )
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

async function rosterIn(corpus: string): Promise<Roster> {
  return new Roster((await openCorpus(corpus)).folder);
}

function me(): string {
  return `command line (${userInfo().username})`;
}
