import { type Command, Option } from "commander";
import { command } from "../command.ts";
import { print } from "../print/print.ts";
import { commands } from "./index.ts";

const shells = ["bash", "zsh", "fish"] as const;

export default function completionCommand(): Command {
  return command(
    "completion",
    "Print a script with which a shell completes plotline's commands and options. Load it where the shell starts.",
    [
      "completion --shell bash >> ~/.bashrc",
      "completion --shell zsh >> ~/.zshrc",
      "completion --shell fish > ~/.config/fish/completions/plotline.fish",
    ],
    false,
  )
    .addOption(new Option("--shell <name>", "which shell").choices(shells).default("bash"))
    .action(async ({ shell }: { shell: (typeof shells)[number] }) => print(scripts[shell](await wordsAfter())));
}

/** What may follow a line of commands: "evaluate" → compare, figure, --method … */
type Words = ReadonlyMap<string, readonly string[]>;

async function wordsAfter(): Promise<Words> {
  const words = new Map<string, readonly string[]>();
  const all = Object.values(commands).flatMap((group) => Object.entries(group));
  words.set("", [...all.map(([name]) => name), "--help", "--version"]);
  for (const [name, [load]] of all) add(name, (await load()).default());
  return words;

  function add(line: string, made: Command): void {
    const below = made.commands.map((each) => each.name());
    const flags = made.options.filter(({ hidden }) => !hidden).map(({ long, flags }) => long ?? flags);
    words.set(line, [...below, ...flags, "--help"]);
    for (const each of made.commands) add(`${line} ${each.name()}`, each);
  }
}

const scripts: Record<(typeof shells)[number], (words: Words) => string> = {
  bash,
  // zsh runs bash's own completion functions.
  zsh: (words) => `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash(words)}`,
  fish,
};

function bash(words: Words): string {
  const cases = [...words].map(([line, next]) => `    "${line}") next="${next.join(" ")}" ;;`);
  return `_plotline() {
  local line="" next="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case " ${[...words.keys()]
      .filter((line) => line !== "")
      .map((line) => line.replaceAll(" ", "/"))
      .join(" ")} " in
      *" \${line:+\${line// //}/}$word "*) line="\${line:+$line }$word" ;;
    esac
  done
  case "$line" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plotline plotline`;
}

function fish(words: Words): string {
  return [...words]
    .flatMap(([line, next]) => {
      const seen =
        line === ""
          ? "__fish_use_subcommand"
          : line
              .split(" ")
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join("; and ");
      return next.map((word) =>
        word.startsWith("--")
          ? `complete -c plotline -n '${seen}' -l ${word.slice(2)}`
          : `complete -c plotline -n '${seen}' -a ${word}`,
      );
    })
    .join("\n");
}
