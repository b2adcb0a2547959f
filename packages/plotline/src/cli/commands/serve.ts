import { fork } from "node:child_process";
import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { openLog, serve } from "@plotline/app/node";
import { Problem } from "@plotline/base";
import { isLoopback, unfinished } from "@plotline/base/node";
import { unpackedLibrary } from "@plotline/corpus/node";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Common, command } from "../command.ts";
import { portNumber } from "../options/values.ts";
import { print, warn } from "../print/print.ts";

interface Options extends Common {
  readonly table?: boolean;
  readonly port?: number;
  readonly host: string;
  readonly team?: boolean;
  readonly address?: string;
  readonly behind: readonly string[];
  readonly log?: string;
}

export default function serveCommand(): Command {
  return command(
    "serve <corpus...>",
    "Open corpora in the browser as one library, to read, explore and correct; also one that a browser saved as a file.",
    false,
  )
    .option(
      "--port <number>",
      "the port to listen on; 0: any free one (default: 4747 or the next free one)",
      portNumber,
    )
    .option(
      "--host <address>",
      "the address to listen on; 0.0.0.0 admits other machines, whose users must sign in as with --team",
      "127.0.0.1",
    )
    .option("--team", "require people to sign in, with links that `plotline team invite` makes")
    .option("--address <url>", "with --team: the public address, behind a proxy: https://plots.example.org")
    .addOption(
      new Option(
        "--behind <address>",
        "with --team: a trusted reverse proxy, whose X-Forwarded headers are believed; can be repeated",
      )
        .default([], "none")
        .argParser((text: string, before: readonly string[]) => [...before, addressIn(text)]),
    )
    .option(
      "--log <file>",
      "with --team: one line of JSON for each request, without secrets or texts; - writes to standard error",
    )
    .option("--table", "build the quick table of the first corpus in the background, for the Results screen")
    .action(run);
}

async function run(corpora: string[], options: Options): Promise<void> {
  const { port, host, table, quiet } = options;
  const folders = (await Promise.all(corpora.map(unpackedLibrary))).flat();
  const served = await serve(folders, { port, host, team: teamIn(options) });
  if (table) tableInBackground(folders[0] ?? "", options);
  const building = table
    ? "\nA small version of the paper's table is being built in the background; watch it on the Results screen."
    : "";
  print(quiet ? served.address : `plotline is at ${served.address}${building}\nCtrl-C ends it.`);
  if (served.token === undefined) stopGracefully(() => served.stop());
  await new Promise<never>(() => undefined);
}

/** The first signal lets running requests finish; a second one ends the process at once. */
function stopGracefully(stop: () => Promise<void>): void {
  unfinished.watch({ begin: () => undefined, end: () => undefined });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      void stop().finally(() => process.exit(0));
    });
}

function teamIn({ team, host, address, behind, log }: Options) {
  const given = Object.entries({ address, behind: behind[0], log }).filter(([, value]) => value !== undefined);
  if (!team && isLoopback(host)) {
    if (given.length === 0) return undefined;
    throw new Problem(`${given.map(([name]) => `--${name}`).join(", ")}: only with --team, where people sign in.`);
  }
  return { address, behind, log: log === undefined ? undefined : openLog(log) };
}

function addressIn(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError("An IP address is needed, such as 127.0.0.1.");
  return text;
}

const program = fileURLToPath(new URL("../../../bin/plotline.mjs", import.meta.url));

/**
 * Makes the quick table of a corpus in a process of its own, at the lowest priority; the Results screen shows it as it
 * grows. It ends with this process, however that ends, and resumes the next time.
 */
function tableInBackground(folder: string, options: Common): void {
  const words = ["paper", "train", folder, "--quick", "--quiet"];
  const made = fork(program, words, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let said = "";
  made.stderr?.on("data", (text) => (said = `${said}${text}`.slice(-1000)));
  made.once("close", (code) => {
    if (code === 0) return;
    warn(`the table in the background was not finished: ${said.trim().replace(/^plotline: /, "")}`, options);
  });
}
