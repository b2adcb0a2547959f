import { type Command, Option } from "commander";
import { command } from "../command.ts";
import { print } from "../print/print.ts";
import { commands } from "./index.ts";

const shells = ["bash", "zsh", "fish"] as const;

interface Options {
  readonly shell: (typeof shells)[number];
  /** What the scripts ask with: which words may follow a line. */
  readonly after?: boolean;
}

export default function completionCommand(): Command {
  return command(
    "completion",
    "Print a script with which a shell completes plotline's commands and options. Load it where the shell starts.",
    false,
  )
    .argument("[line...]")
    .addOption(new Option("--shell <name>", "which shell").choices(shells).default("bash"))
    .addOption(new Option("--after").hideHelp())
    .action(async (line: string[], { shell, after }: Options) =>
      print(after ? (await wordsAfter(line)).join("\n") : scripts[shell]),
    );
}

/** The commands below the one of a line, and its options. */
async function wordsAfter([name = "", ...line]: readonly string[]): Promise<string[]> {
  const listed = Object.fromEntries(Object.values(commands).flatMap((group) => Object.entries(group)));
  const [load] = listed[name] ?? [];
  if (load === undefined) return [...Object.keys(listed), "--help", "--version"];
  let made = (await load()).default();
  for (const word of line) made = made.commands.find((below) => below.name() === word) ?? made;
  const flags = made.options.filter(({ hidden }) => !hidden).map(({ long, flags }) => long ?? flags);
  return [...made.commands.map((below) => below.name()), ...flags, "--help"];
}

const bash = `_plotline() {
  local next="$(plotline completion --after -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2> /dev/null)"
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plotline plotline`;

const scripts: Readonly<Record<Options["shell"], string>> = {
  bash,
  // zsh runs bash's own completion functions.
  zsh: `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash}`,
  fish: "complete -c plotline -a '(plotline completion --after -- (commandline -opc)[2..])'",
};
