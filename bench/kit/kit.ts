// What the benches share: the command line, where the corpora are, times, figures and how they are written, plotline as a command.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Chapter, Corpus, Work } from "@plotline/align";
import { Problem, reasonOf, sentenceOf } from "@plotline/base";
import { textTable } from "../../packages/plotline/src/cli/print/print.ts";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const sample = join(root, "corpora", "sample");
export const open = join(root, "corpora", "open");

/** For texts that belong to no corpus: a method that counts words over one finds nothing there. */
export const noCorpus = { async *chapters() {} };

type Default = string | number | boolean | undefined;
type Given<D> = D extends number
  ? number
  : D extends boolean
    ? boolean
    : D extends undefined
      ? string | undefined
      : string;
interface CommandLine<D> {
  readonly positionals: readonly string[];
  readonly values: { readonly [Name in keyof D]: Given<D[Name]> };
}

/**
 * Runs a command, unless its module is only imported (by a thread, or a test): what is wrong is said in one sentence, with exit
 * code 2. Each option has its default, which also says what it takes: a number, a text (undefined: none unless given), or
 * nothing (false).
 */
export function program<D extends Readonly<Record<string, Default>>>(
  module: string,
  defaults: D,
  main: (line: CommandLine<D>) => void | Promise<void>,
): void {
  if (module !== pathToFileURL(process.argv[1] ?? "").href) return;
  // Once the whole module is there, so that a file may begin with what it does.
  const running = Promise.resolve().then(() =>
    process.argv.includes("--help") ? console.log(opening(module)) : main(commandLine(defaults)),
  );
  running.catch((error) => {
    if (!(error instanceof Problem)) throw error;
    console.error(sentenceOf(error));
    process.exit(2);
  });
}

/** The comment with which a command begins. */
function opening(module: string): string {
  const [comment = ""] = /^(?:\/\/.*\n)*/.exec(readFileSync(fileURLToPath(module), "utf8")) ?? [];
  return comment.replace(/^\/\/ ?/gm, "");
}

function commandLine<D extends Readonly<Record<string, Default>>>(defaults: D): CommandLine<D> {
  const names = Object.keys(defaults);
  const type = (name: string) => (defaults[name] === false ? "boolean" : "string");
  const options = Object.fromEntries(names.map((name) => [name, { type: type(name) } as const]));
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const given = Object.entries(values).map(([name, value]) => [
      name,
      typeof defaults[name] === "number" ? numberIn(name, String(value)) : value,
    ]);
    return { positionals, values: { ...defaults, ...Object.fromEntries(given) } };
  } catch (error) {
    const [what] = reasonOf(error).split(/[.\n]/, 1);
    const known =
      names.length === 0 ? "there are no options" : `there are ${names.map((name) => `--${name}`).join(", ")}`;
    throw new Problem(`${what}; ${known}.`);
  }
}

function numberIn(name: string, text: string): number {
  if (text.trim() === "" || Number.isNaN(Number(text))) throw new Problem(`--${name} takes a number, not ${text}.`);
  return Number(text);
}

/** A file or folder that a command needs; `what` says what it is, and where it comes from. */
export function needed(path: string | undefined, what: string): string {
  if (path === undefined) throw new Problem(`Name ${what}.`);
  if (!existsSync(path)) throw new Problem(`${path} is missing: it must be ${what}.`);
  return path;
}

/** A chapter with links that people made. */
export interface GoldChapter extends Chapter {
  readonly gold: NonNullable<Chapter["gold"]>;
}

/** The chapters of some works whose gold has links. */
export async function goldOf(corpus: Corpus, works: readonly Work[] = corpus.works): Promise<GoldChapter[]> {
  const found: GoldChapter[] = [];
  for await (const chapter of corpus.chapters({ works, goldOnly: true }))
    if (hasGold(chapter) && chapter.summary.length > 0 && chapter.story.length > 0) found.push(chapter);
  return found;
}

function hasGold(chapter: Chapter): chapter is GoldChapter {
  return chapter.gold !== undefined && chapter.gold.length > 0;
}

/** What some work gives, and the milliseconds that it took: by the clock, and of the processor. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number; cpuMs: number }> {
  const [started, busy] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(busy);
  return { result, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

/** The number below which this share of them lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** `.123` */
export function share(number: number): string {
  return number.toFixed(3).replace(/^0/, "");
}

/** `12.3 %` */
export function percent(number: number): string {
  return `${(100 * number).toFixed(1)} %`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`${textTable(header, rows)}\n`);
}

/** Starts the command as it was built; what it needs of `stdio` is piped. */
export function plotline(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const bin = join(root, "packages", "plotline", "bin", "plotline.mjs");
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...env }, stdio: [...stdio] });
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
