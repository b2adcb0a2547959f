import { Worker } from "node:worker_threads";
import { besides, Problem, sumOf } from "@plotline/base";
import type { AdamOptions } from "../adam.ts";
import type { Model } from "../model.ts";
import { type Declaration, initialValues } from "../parameters.ts";
import type { Values } from "../shape.ts";
import { allocate, type TrainingState, viewOf } from "../training-state.ts";
import {
  type Answer,
  anySize,
  type Call,
  onnxEngine,
  portableEngine,
  type Trainer,
  type WorkerStart,
} from "./messages.ts";
import { type Engine, type Place, Replica } from "./replica.ts";

/** How many threads compute, and by what. */
export interface ReplicasOptions {
  /** How many threads compute at once; each gets its part of every batch. */
  readonly threads?: number;
  /** What computes: onnxruntime on the processor, or `portable`, which needs none and takes its threads in turn. */
  readonly provider?: "cpu" | "portable";
  readonly seed?: number;
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
export class Replicas {
  private constructor(
    readonly declarations: readonly Declaration[],
    readonly memory: TrainingState,
    private readonly members: readonly Trainer[],
  ) {}

  static async open(model: Model, options: ReplicasOptions = {}): Promise<Replicas> {
    const { provider = "cpu", seed = 1 } = options;
    const threads = checkedThreads(provider, options.threads ?? 1);
    const memory = allocate(model.declarations, threads);
    for (const declared of model.declarations) initialValues(declared, seed, viewOf(memory, declared.name).weights);
    const members = membersOf(model, memory, provider, threads);
    const replicas = new Replicas(model.declarations, memory, members);
    try {
      await Promise.all(members.map((member) => member.prepare()));
    } catch (error) {
      await replicas.close();
      throw error;
    }
    return replicas;
  }

  get threads(): number {
    return this.members.length;
  }

  /** Loss and gradients of a batch, one part per thread; the weights do not move yet. The loss is the weighted mean. */
  async differentiate(parts: readonly Part[], info: { step: number; seed: number }): Promise<StepResult> {
    const total = sumOf(parts, ({ weight }) => weight);
    if (!(total > 0)) throw new Problem(`Step ${info.step}: the batch counts for nothing; its weight is ${total}.`);
    const shares = parts.map(({ weight }) => weight / total);
    const losses = await Promise.all(parts.map(({ values }, worker) => this.member(worker).run(values, info)));
    const squares = await Promise.all(this.members.map((member) => member.reduce(shares)));
    return {
      loss: losses.reduce((sum, loss, part) => sum + loss * shares[part]!, 0),
      norm: Math.sqrt(sumOf(squares)),
    };
  }

  /** Moves the weights along the gradients, times `scale`. Steps count from 1. */
  async apply(info: { step: number; scale: number }, options: AdamOptions): Promise<void> {
    await Promise.all(this.members.map((member) => member.apply(info, options)));
  }

  /** The model's results for batches, spread over the threads. */
  async evaluate(batches: readonly Values[]): Promise<Values[]> {
    const results: Values[] = [];
    let next = 0;
    const work = async (member: Trainer) => {
      for (let place = next++; place < batches.length; place = next++) {
        results[place] = await member.evaluate(batches[place]!);
      }
    };
    await Promise.all(this.members.map(work));
    return results;
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }

  private member(worker: number): Trainer {
    const found = this.members[worker];
    if (found === undefined) throw new Error(`there is no worker ${worker}`);
    return found;
  }
}

/** A replica in another thread. */
class ThreadTrainer implements Trainer {
  private readonly thread: Worker;
  private readonly ended: Promise<unknown>;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | undefined;
  /** The last call: the next is made when it is answered, even when another thread's failure left it unanswered. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(start: WorkerStart) {
    this.thread = new Worker(besides("./worker.ts", import.meta.url), { workerData: start });
    this.ended = new Promise((resolve) => this.thread.once("exit", resolve));
    this.thread.on("message", (answer: Answer) => this.waiting?.resolve(answer));
    this.thread.on("error", (error) => this.waiting?.reject(error));
    this.thread.on("exit", () => this.waiting?.reject(new Error("a worker thread ended early")));
  }

  prepare = () => this.call("prepare");
  run = (...values: Parameters<Trainer["run"]>) => this.call("run", ...values);
  evaluate = (...values: Parameters<Trainer["evaluate"]>) => this.call("evaluate", ...values);
  reduce = (...values: Parameters<Trainer["reduce"]>) => this.call("reduce", ...values);
  apply = (...values: Parameters<Trainer["apply"]>) => this.call("apply", ...values);

  /** The thread ends by itself: to end it from outside while onnxruntime computes would take the process down. */
  async close(): Promise<void> {
    await this.call("close");
    await this.ended;
  }

  private async call<Method extends keyof Trainer>(
    method: Method,
    ...values: Parameters<Trainer[Method]>
  ): Promise<Awaited<ReturnType<Trainer[Method]>>> {
    const send = () => this.send({ method, values });
    const answered = this.last.then(send, send);
    this.last = answered;
    const answer = (await answered) as Answer<Method>;
    if ("result" in answer) return answer.result;
    throw answer.expected ? new Problem(answer.problem) : new Error(answer.problem);
  }

  private send(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.thread.postMessage(call);
    });
  }
}

function checkedThreads(provider: string, threads: number): number {
  if (provider !== "cpu" && provider !== "portable")
    throw new Problem(`There is no provider "${provider}"; use cpu or portable.`);
  if (Number.isInteger(threads) && threads > 0) return threads;
  throw new Problem(`The number of threads should be a whole number from 1 on, but it is ${threads}.`);
}

function membersOf(
  model: Model,
  memory: TrainingState,
  provider: ReplicasOptions["provider"],
  threads: number,
): Trainer[] {
  const each = (open: (place: Place) => Trainer) =>
    Array.from({ length: threads }, (_, worker) => open({ worker, workers: threads }));
  const inThisThread = (engine: Engine) => each((place) => new Replica(engine, memory, place));
  if (provider === "portable") return inThisThread(portableEngine(model));
  const programs = anySize(model);
  if (threads === 1) return inThisThread(onnxEngine(programs));
  return each((place) => new ThreadTrainer({ programs, memory, place }));
}
