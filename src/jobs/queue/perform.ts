import { Problem, sentenceOf } from "../../problem.ts";
import type { Job, Step } from "../executor.ts";
import type { Machine, Performer } from "../wire.ts";
import { contentKey, type QueueMessage, unpackTasks } from "./message.ts";
import { packOutcomes, type TaskOutcome } from "./outcomes.ts";

export interface PerformSetup extends Pick<Machine, "cache" | "provider"> {
  readonly threads: Cores;
}

/** How many cores a batch of chapters may use, and how many a training. */
export interface Cores {
  readonly batch: number;
  readonly training: number;
}

/** A message whose folders are on this machine. */
export interface PerformTask {
  readonly message: Pick<QueueMessage, "kind" | "setup" | "tasks">;
  readonly folders: Machine["folders"];
}

export type Performed =
  | { readonly refused: string }
  | { readonly outcomes: Uint8Array; readonly tasks: number; readonly problems: readonly string[] };

/** The job that does batches; whoever starts a worker says which kinds of work it knows. */
export type Perform = (setup: PerformSetup) => Job<PerformSetup, PerformTask, Performed>;

/** The kinds of work that can be done, by their names in messages. */
export type Kinds = Readonly<Record<string, Kind>>;

interface Kind {
  readonly load: () => Promise<Performer>;
  /** Its tasks are trainings: each takes hours, and runs on one worker. */
  readonly training?: true;
}

/** Does batches of any kind of work, one after the other; what a kind has set up stays for the next batch of it. */
export function performing(kinds: Kinds, setup: PerformSetup): Step<PerformTask, Performed> {
  let ready: { readonly key: string; readonly step: Step<unknown, unknown> } | undefined;
  return async ({ message, folders }) => {
    const key = contentKey(message.kind, message.setup, folders);
    let tasks: unknown[];
    try {
      tasks = unpackTasks(message.tasks);
      if (ready?.key !== key) {
        ready = undefined;
        ready = { key, step: await begin(kinds, message, folders, setup) };
      }
    } catch (error) {
      return { refused: sentenceOf(error) };
    }
    return performed(ready.step, tasks);
  };
}

async function begin(
  kinds: Kinds,
  { kind: name, setup }: PerformTask["message"],
  folders: Machine["folders"],
  { threads, ...machine }: PerformSetup,
): Promise<Step<unknown, unknown>> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) throw new Problem(`This worker knows no work called "${name}".`);
  const perform = await kind.load();
  return perform(setup, { ...machine, folders, threads: kind.training ? threads.training : threads.batch });
}

async function performed(step: Step<unknown, unknown>, tasks: readonly unknown[]): Promise<Performed> {
  const outcomes: TaskOutcome[] = [];
  for (const task of tasks)
    try {
      outcomes.push({ result: await step(task) });
    } catch (error) {
      outcomes.push({ problem: sentenceOf(error) });
    }
  const problems = outcomes.flatMap((outcome) => ("problem" in outcome ? [outcome.problem] : []));
  return { outcomes: packOutcomes(outcomes), tasks: tasks.length, problems };
}
