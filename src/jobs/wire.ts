import type { z } from "zod";
import { faultIn } from "../json.ts";
import { Problem } from "../problem.ts";
import type { Provider } from "../providers.ts";
import type { Remote, Step } from "./executor.ts";

/** What is sent for one kind of work. Both ends check what they send and what they get. */
interface Shapes<Setup, Task, Result> {
  readonly setup: z.ZodType<Setup>;
  readonly task: z.ZodType<Task>;
  readonly result: z.ZodType<Result>;
}

/** The path of a folder that the work needs; never the folder that the worker was started in. */
export function folderThere({ folders }: Machine, name: string): string {
  const found = Object.hasOwn(folders, name) ? folders[name] : undefined;
  if (found === undefined || found === "") throw new Problem(`This work came without its ${name}.`);
  return found;
}

/** What a machine provides to the work that is done on it. */
export interface Machine {
  /** Where the folders are that the work asked for, by their names. */
  readonly folders: Readonly<Record<string, string>>;
  /** A folder that stays from one work to the next. */
  readonly cache: string;
  readonly provider: Provider;
  /** How many cores one task may use. */
  readonly threads: number;
}

/** The worker's end of a kind of work. */
export type Performer = (setup: unknown, machine: Machine) => Promise<Step<unknown, unknown>>;

export function performer<Setup, Task, Result>(
  shapes: Shapes<Setup, Task, Result>,
  start: (setup: Setup, machine: Machine) => Promise<Step<Task, Result>>,
): Performer {
  return async (setup, machine) => {
    const step = await start(checked(shapes.setup, setup, "The setup"), machine);
    return async (task) => checked(shapes.result, await step(checked(shapes.task, task, "A task")), "A result");
  };
}

/** What the feeder's end of a kind of work consists of. */
interface Feeding<Setup, Packed, Answer, Task, Result>
  extends Omit<Remote<Task, Result>, "setup" | "pack" | "unpack" | "folders"> {
  readonly shapes: Shapes<Setup, Packed, Answer>;
  readonly setup: Setup;
  readonly folders?: Remote<Task, Result>["folders"];
  pack(task: Task): Promise<Packed>;
  unpack(answer: Answer, task: Task): Result;
}

export function remote<Setup, Packed, Answer, Task, Result>({
  shapes,
  folders = {},
  ...feeding
}: Feeding<Setup, Packed, Answer, Task, Result>): Remote<Task, Result> {
  return {
    ...feeding,
    folders,
    setup: checked(shapes.setup, feeding.setup, "The setup"),
    pack: async (task) => checked(shapes.task, await feeding.pack(task), "A task"),
    unpack: (result, task) => feeding.unpack(checked(shapes.result, result, "A result"), task),
  };
}

function checked<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${what} is not as this plotline knows it: ${faultIn(read.error, "it")}.`);
}
