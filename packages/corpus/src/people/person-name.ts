import { folderName, isPlainName } from "../folder-name.ts";

const longest = 60;

/** Why a name cannot be a person's here: it names a folder and a file; undefined where it can. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === "") return "Give a name.";
  if (name.length > longest) return `A name has at most ${longest} characters.`;
  if (isPlainName(name) && folderName(name) === name) return undefined;
  const fit = isPlainName(name) ? folderName(name) : folderName(name.replace(/^[.\s]+/, ""));
  const instead = nameFits(fit) ? `; “${fit}” would do` : "";
  return `“${name}” cannot name a folder on every system, so it cannot be a name here${instead}.`;
}

function nameFits(name: string): boolean {
  return name !== "_" && name.length <= longest && isPlainName(name) && folderName(name) === name;
}
