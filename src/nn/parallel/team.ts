import { Worker } from "node:worker_threads";
import { Problem } from "../../problem.ts";
import type { AdamOptions } from "../adam.ts";
import type { Provider } from "../emit.ts";
import { evaluationProgram, type Model, trainingProgram } from "../model.ts";
import type { Declaration } from "../parameters.ts";
import { initialValues } from "../parameters.ts";
import type { Values } from "../session.ts";
import { allocate, type Memory, viewOf } from "./memory.ts";
import { type Answer, answerOf, type Question, type WorkerStart } from "./messages.ts";
import { Replica } from "./replica.ts";

export interface TeamOptions {
  /** How many threads compute at once; each gets its part of every batch. */
  readonly threads?: number;
  readonly provider?: Provider;
  readonly seed?: number;
  /** The script of a worker thread, where it is not the one beside this file. */
  readonly workerFile?: URL;
}

/** A part of a batch, and how much its loss counts (its questions, its tokens). */
export interface Part {
  readonly values: Values;
  readonly weight: number;
}

export interface StepResult {
  readonly loss: number;
  /** The length of the whole gradient, before clipping. */
  readonly norm: number;
}

/** The weights of a model, and the threads that train it. */
export class Team {
  private constructor(
    readonly declarations: readonly Declaration[],
    readonly memory: Memory,
    private readonly members: readonly Member[],
    /** How long onnxruntime took to prepare the model, in milliseconds (the slowest thread's). */
    readonly compileTime: number,
  ) {}

  static async open(model: Model, options: TeamOptions = {}): Promise<Team> {
    const { threads = 1, provider = "cpu", seed = 1, workerFile = new URL("./worker.js", import.meta.url) } = options;
    const memory = allocate(model.declarations, threads);
    for (const declared of model.declarations) initialValues(declared, seed, viewOf(memory, declared.name).weights);
    const programs = {
      training: trainingProgram(model, { provider }),
      evaluation: evaluationProgram(model, { provider }),
      provider,
    };
    const members = Array.from({ length: threads }, (_, worker) => {
      const start = { programs, memory, place: { worker, workers: threads } };
      return threads === 1 ? new LocalMember(start) : new ThreadMember(start, workerFile);
    });
    const compileTimes = await Promise.all(members.map((member) => member.number({ ask: "open" })));
    return new Team(model.declarations, memory, members, Math.max(...compileTimes));
  }

  get threads(): number {
    return this.members.length;
  }

  /** Loss and gradients of a batch, one part a thread; nothing moves yet. The loss is the mean by weight. */
  async differentiate(parts: readonly Part[], info: { step: number; seed: number }): Promise<StepResult> {
    const total = parts.reduce((sum, { weight }) => sum + weight, 0);
    const shares = parts.map(({ weight }) => weight / total);
    const losses = await Promise.all(
      parts.map(({ values }, worker) => this.member(worker).number({ ask: "run", batch: values, info })),
    );
    const squares = await Promise.all(this.members.map((member) => member.number({ ask: "reduce", shares })));
    return {
      loss: losses.reduce((sum, loss, part) => sum + loss * (shares[part] as number), 0),
      norm: Math.sqrt(squares.reduce((sum, each) => sum + each, 0)),
    };
  }

  /** Moves the weights along the gradients, times `scale`. Steps count from 1. */
  async apply(info: { step: number; scale: number }, options: AdamOptions): Promise<void> {
    await Promise.all(this.members.map((member) => member.number({ ask: "apply", info, options })));
  }

  /** The model's results for batches, spread over the threads. */
  async evaluate(batches: readonly Values[]): Promise<Values[]> {
    const results: Values[] = [];
    let next = 0;
    const work = async (member: Member) => {
      for (let place = next++; place < batches.length; place = next++) {
        results[place] = await member.values({ ask: "evaluate", batch: batches[place] as Values });
      }
    };
    await Promise.all(this.members.map(work));
    return results;
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }

  private member(worker: number): Member {
    const found = this.members[worker];
    if (found === undefined) throw new Error(`there is no worker ${worker}`);
    return found;
  }
}

/** Something that answers questions: a replica in this thread, or one in another. */
abstract class Member {
  abstract ask(question: Question): Promise<Answer>;
  abstract close(): Promise<void>;

  async number(question: Question): Promise<number> {
    const answer = await this.ask(question);
    return "number" in answer ? answer.number : fail(answer);
  }

  async values(question: Question): Promise<Values> {
    const answer = await this.ask(question);
    return "values" in answer ? answer.values : fail(answer);
  }
}

class LocalMember extends Member {
  private readonly replica: Promise<Replica>;

  constructor({ programs, memory, place }: WorkerStart) {
    super();
    this.replica = Replica.open(programs, memory, place);
  }

  async ask(question: Question): Promise<Answer> {
    return answerOf(await this.replica, question);
  }

  async close(): Promise<void> {
    await this.ask({ ask: "close" });
  }
}

class ThreadMember extends Member {
  private readonly thread: Worker;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | undefined;

  constructor(start: WorkerStart, file: URL) {
    super();
    this.thread = new Worker(file, { workerData: start });
    this.thread.on("message", (answer: Answer) => this.waiting?.resolve(answer));
    this.thread.on("error", (error) => this.waiting?.reject(error));
    this.thread.on("exit", () => this.waiting?.reject(new Error("a worker thread ended early")));
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.thread.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.ask({ ask: "close" });
    this.waiting = undefined;
    await this.thread.terminate();
  }
}

function fail(answer: Answer): never {
  if (!("problem" in answer)) throw new Error("a worker answered another question");
  throw answer.expected ? new Problem(answer.problem) : new Error(answer.problem);
}
