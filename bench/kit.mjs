// What the benches share: the command line, where the corpora are, times, figures and how they are written, and a free port.
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { textTable } from "../packages/plotline/dist/cli/print/text-table.js";

/** The repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));
export const sample = join(root, "corpora", "sample");
export const open = join(root, "corpora", "open");

/** For texts that belong to no corpus: a method that counts words over one finds nothing there. */
export const noCorpus = { async *chapters() {} };

/**
 * The positionals and the options of a bench. Each option has its default, which also says what it takes: a number, a text
 * (undefined: none unless given), several texts (a list), or nothing (false). Bad ones are answered with one sentence and exit code 2.
 */
export function commandLine(defaults = {}) {
  const options = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: value === false ? "boolean" : "string", multiple: Array.isArray(value) },
  ]);
  try {
    const { values, positionals } = parseArgs({ options: Object.fromEntries(options), allowPositionals: true });
    for (const [name, text] of Object.entries(values))
      if (typeof defaults[name] === "number") values[name] = numberIn(name, text);
    return { positionals, values: { ...defaults, ...values } };
  } catch (error) {
    const known = Object.keys(defaults).map((name) => `--${name}`);
    const [what] = error.message.split(/[.\n]/, 1);
    return misused(`${what}; ${known.length === 0 ? "there are no options" : `there are ${known.join(", ")}`}.`);
  }
}

function numberIn(name, text) {
  const number = Number(text);
  if (Number.isNaN(number)) throw new Error(`--${name} takes a number, not ${text}`);
  return number;
}

/** Ends the bench with a sentence on how it is used. */
export function misused(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** The works of a corpus that have summaries, of one split or all. */
export function summarisedWorks(corpus, wanted) {
  return corpus.works.filter(
    ({ summarised, split }) => summarised.length > 0 && (wanted === undefined || split === wanted),
  );
}

/** What some work gives, and the milliseconds that it took: by the clock, and of the processor. */
export async function timed(work) {
  const [started, busy] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(busy);
  return { result, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function mean(numbers) {
  return sum(numbers) / Math.max(1, numbers.length);
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** The number below which this share of them lies. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** `.123` */
export function share(number) {
  return number.toFixed(3).replace(/^0/, "");
}

/** `12.3 %` */
export function percent(number) {
  return `${(100 * number).toFixed(1)} %`;
}

export function seconds(ms, digits = 1) {
  return `${(ms / 1000).toFixed(digits)} s`;
}

export function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

export function printTable(header, rows) {
  console.log(`${textTable(header, rows)}\n`);
}

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
