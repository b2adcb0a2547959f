import { join } from "node:path";
import { Command, type Option } from "commander";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { folderOfFile, temporaryFolder } from "../../corpus/testing/folder.ts";
import { writeTinyBert } from "../../encoder/testing/tiny-bert.ts";
import type { Executor } from "../../jobs/executor.ts";
import { Problem } from "../../problem.ts";
import { withJudge, withStyle } from "../options/judge.ts";
import { plotline, refusal, sample, sampleToTrainOn } from "../testing/plotline.ts";
import { commands } from "./index.ts";

/** What would be in the queue: the first task of a run with its setup, as JSON gives them back to a worker. */
const sent = vi.hoisted(() => ({ kind: "", message: {} as Record<string, unknown> }));

vi.mock("../../jobs/queue/executor.ts", () => {
  const executor: Executor = {
    aside: [],
    // biome-ignore lint/correctness/useYield: the run ends when its first task is sent
    async *run(job, tasks) {
      const remote = await job.remote?.();
      if (remote?.kind !== sent.kind) return;
      for await (const task of tasks) {
        const { kind, setup, folders } = remote ?? {};
        sent.message = JSON.parse(JSON.stringify({ kind, setup, folders, task: await remote?.pack(task) }));
        throw new Problem("One task was sent.");
      }
    },
  };
  return { openQueue: async () => ({ executor, finish: () => undefined, close: async () => undefined }) };
});

const encoder = join(folderOfFile(), "tiny");
const out = () => join(temporaryFolder(), "out");

interface Line {
  /** The kind of work that the settings are for: a table sends chapters to be scored, too. */
  readonly kind: string;
  readonly words: () => string[];
  /** What is sent besides the settings that have an option of their own name. */
  readonly sends: object;
}

/** Every command that takes `--queue`. */
const lines: Readonly<Record<string, Line>> = {
  align: {
    kind: "align",
    words: () => [sample, "--method", "TFIDF", "BERT", "--encoder", encoder],
    sends: { setup: { methods: ["TFIDF", "BERT"] }, folders: { encoder: { path: encoder } } },
  },
  evaluate: {
    kind: "score",
    words: () => [sample, "--no-save", "--method", "Random-5", "BERT", "--encoder", encoder],
    sends: { setup: { methods: ["Random-5", "BERT"] }, folders: { encoder: { path: encoder } } },
  },
  encode: {
    kind: "encode",
    words: () => [sample, "--encoder", encoder],
    sends: { folders: { encoder: { path: expect.stringContaining("tiny") } } },
  },
  tasks: {
    kind: "tasks",
    words: () => [sample, "--alignment", "TFIDF", "gold", "--out", out()],
    sends: { setup: { alignments: ["TFIDF", "gold"] } },
  },
  table: {
    kind: "reader",
    words: () => [sampleToTrainOn(), "--method", "TFIDF", "--seeds", "7", "--task", "completion"],
    sends: { setup: { name: "quick" }, task: { alignment: "TFIDF", seed: 7, task: "completion" } },
  },
  "train cloze": {
    kind: "run",
    words: () => [sampleToTrainOn(), "--alignment", "TFIDF", "--encoder", encoder, "--out", out()],
    sends: { task: { task: "cloze", alignment: "TFIDF" }, folders: { encoder: { path: encoder } } },
  },
  "train completion": {
    kind: "run",
    words: () => [sampleToTrainOn(), "--alignment", "TFIDF", "--encoder", encoder, "--out", out()],
    sends: { task: { task: "completion", alignment: "TFIDF" }, folders: { encoder: { path: encoder } } },
  },
  learn: {
    kind: "run",
    words: () => [sampleToTrainOn(), "--work", "Forty Guineas", "--out", out()],
    sends: { task: { watch: expect.stringContaining("Forty Guineas") } },
  },
};

/** Options for the machine at hand, for what is printed, or for which tasks there are. */
const staysHere =
  /^(json|quiet|threads|provider|resume|force|byWork|storyFirst|save|chapter|format|details|inline|evidence)$/;
/** Options whose setting has another name. */
const sentAs: Readonly<Record<string, object>> = {
  quick: { setup: { name: "quick" } },
  controls: { setup: expect.not.objectContaining({ measured: expect.anything() }) },
};

beforeAll(() => writeTinyBert(encoder));
beforeEach(() => {
  sent.message = {};
});

test.each(Object.entries(lines))(
  "%s --queue: every setting reaches the worker",
  async (name, { kind, words, sends }) => {
    sent.kind = kind;
    const { settings, given } = others((await queueCommands()).get(name)!);
    const line = [...name.split(" "), ...words(), ...given, "--queue", "redis://127.0.0.1:6379", "--quiet"];
    const { err } = await plotline(...line);
    expect(err, line.join(" ")).toBe("plotline: One task was sent.\n");
    expect(sent.message).toMatchObject(sends);
    for (const [setting, value] of Object.entries(settings))
      if (sentAs[setting] !== undefined) expect(sent.message).toMatchObject(sentAs[setting]);
      else expect(valuesOf(setting, sent.message), `--${setting}`).toContainEqual(value);
  },
);

test("every command that takes --queue is among them", async () => {
  expect([...(await queueCommands()).keys()].sort()).toEqual(Object.keys(lines).sort());
});

const toQueue = ["--queue", "redis://127.0.0.1:6379"];

/** `learn` uses its own threads when a worker has learned. */
test.each(Object.entries(lines).filter(([name]) => name !== "learn"))(
  "%s --queue: --threads changes nothing, and that is said",
  async (name, { kind, words }) => {
    sent.kind = kind;
    const { err } = await plotline(...name.split(" "), ...words(), "--threads", "2", ...toQueue);
    expect(err).toContain("--threads is for a run on this machine; a worker of the queue has its own.");
    expect(err).toContain("One task was sent.");
  },
);

test("train --queue: what it cannot send is refused", async () => {
  const train = (...more: string[]) =>
    refusal("train", "cloze", sampleToTrainOn(), "--out", out(), ...more, ...toQueue);
  expect(await train("--resume")).toContain("A run is resumed where its folder is");
  expect(await train("--alignment", "./mine.mjs")).toContain("./mine.mjs is a method of your own, which is not sent");
});

/** All commands that send work to a queue, by their names. */
async function queueCommands(): Promise<Map<string, Command>> {
  const found = new Map<string, Command>();
  const visit = (command: Command, parents: readonly string[]) => {
    const name = [...parents, command.name()];
    if (command.options.some(({ long }) => long === "--share")) found.set(name.join(" "), command);
    for (const child of command.commands) visit(child, name);
  };
  for (const [name, [load]] of Object.values(commands).flatMap((group) => Object.entries(group)))
    if (name !== "worker") visit((await load()).default(), []);
  return found;
}

/** Every setting with choices, a number or a flag, with another value than its default. */
function others({ options }: Command): { settings: Record<string, unknown>; given: string[] } {
  const settings: Record<string, unknown> = {};
  const given: string[] = [];
  const isSent = (option: Option) => !staysHere.test(option.attributeName()) && !isForJudge(option, options);
  for (const option of options.filter((each) => isSent(each) && !each.variadic)) {
    const value = otherValue(option);
    if (value === undefined) continue;
    settings[option.attributeName()] = value;
    given.push(option.long ?? "", ...(typeof value === "boolean" ? [] : [String(value)]));
  }
  return { settings, given };
}

/** A language model is asked from this machine, so its options are not sent; `train` has a `--patience` of its own. */
function isForJudge({ description, long }: Option, all: readonly Option[]): boolean {
  const names = withStyle(withJudge(new Command())).options.map((option) => option.long);
  return all.some((option) => option.long === "--judge") && (names.includes(long) || /^with --judge/.test(description));
}

function otherValue({ argChoices, defaultValue, description, required, negate }: Option): unknown {
  const [, described] = /\(default: ([\w.-]+)\)$/.exec(description) ?? [];
  if (argChoices !== undefined) return argChoices.find((choice) => choice !== (defaultValue ?? described));
  const usual = typeof defaultValue === "number" ? defaultValue : Number(described);
  if (!Number.isNaN(usual)) return usual < 1 ? usual / 2 : usual + 1;
  return required ? undefined : !negate;
}

/** The values of all fields of a name, however deep. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
}
