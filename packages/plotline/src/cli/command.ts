import { Command } from "commander";
import examples from "./data/examples.json" with { type: "json" };

export const helpHint = "(--help shows how)";

/** In a list of commands each has its name alone, and its summary. */
export const listedByName = {
  subcommandTerm: (each: Command) => each.name(),
  subcommandDescription: (each: Command) => (each.summary() || each.description()).replace(/\.$/, ""),
};

/** The options that every command takes. */
export interface Common {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** A command with its examples at the end of its help, `--quiet`, and `--json` where a program may want the result. */
export function command(signature: string, description: string, json = true): Command {
  const [name = "", ...words] = signature.split(" ");
  const own = new Map<string, readonly string[]>(Object.entries(examples)).get(name);
  const made = new Command(name)
    .description(description)
    .summary(description.split(/[.:;] /)[0]?.replace(/\.$/, "") ?? description)
    .configureHelp(listedByName)
    .showHelpAfterError(helpHint);
  for (const word of words) made.argument(word);
  if (json) made.option("--json", "print the result as JSON");
  made.option("-q, --quiet", "print nothing but the result");
  return own === undefined ? made : made.addHelpText("after", `\nExamples:\n${own.map(shellLine).join("\n")}`);
}

/** A command that only has commands below it: `plotline team invite`, `plotline team list`. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const made = new Command(name).description(description).configureHelp(listedByName).showHelpAfterError(helpHint);
  for (const each of commands) made.addCommand(each);
  return made;
}

/** An option stays on one line with its value. */
const optionOrWord = /--[\w-]+(?: (?:"[^"]*"|[^\s"-]\S*))?|"[^"]*"|\S+/g;

/** An example as it is typed; one that is wider than the terminal continues on the next line, as a shell allows. */
function shellLine(example: string): string {
  const lines = ["  $ plotline"];
  for (const word of example.match(optionOrWord) ?? []) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + 1 <= 78) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`      ${word}`);
  }
  return lines.join(" \\\n");
}
