import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem, reasonOf } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { keptAside } from "@plotline/corpus/node";
import { Option } from "commander";
import { tellAside } from "./replace.ts";
import { fileToWrite } from "./values.ts";

/** What stands for standard input where a file is read, and for standard output where one is written. */
const standard = "-";

export function outOption(about: string): Option {
  return new Option("-o, --out <file>", `${about}; - is standard output`).argParser((path: string) =>
    path === standard ? path : fileToWrite(path),
  );
}

export function isStandard(path: string | undefined): path is typeof standard {
  return path === standard;
}

/** A file as it is, or what standard input has to say, in a file that is gone when the process ends. */
export function fileOrInput(path: string): string {
  if (!isStandard(path)) return path;
  if (process.stdin.isTTY) throw new Problem("- reads standard input, and nothing is piped into it.");
  const folder = mkdtempSync(join(tmpdir(), "plotline-input-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "standard input");
  try {
    writeFileSync(file, readFileSync(process.stdin.fd));
  } catch (error) {
    throw new Problem(`Standard input cannot be read: ${reasonOf(error)}.`);
  }
  return file;
}

/** Writes a file whole or not at all, or prints it. What was in the file is set aside, unless it is ours. */
export function writeFileOrOutput(
  path: string,
  content: string | Uint8Array,
  isOurs: (before: string) => boolean = () => false,
): void {
  if (isStandard(path)) return void process.stdout.write(content);
  const before = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : Buffer.of();
  const isLost = !before.equals(Buffer.from(content)) && !isOurs(before.toString("utf8"));
  const aside = isLost ? keptAside(path) : undefined;
  writeAtomically(path, content);
  if (aside !== undefined) tellAside(aside);
}

/** For what can only be written as a file: a file of its own, which is printed and removed. */
export async function throughFile(path: string, write: (file: string) => Promise<void>): Promise<void> {
  if (!isStandard(path)) return write(path);
  const folder = mkdtempSync(join(tmpdir(), "plotline-output-"));
  try {
    const file = join(folder, "output");
    await write(file);
    process.stdout.write(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
