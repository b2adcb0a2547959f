import { Problem, sentenceOf } from "../problem.ts";
import type { Job, Step } from "./executor.ts";
import type { Hand } from "./threads.ts";

/**
 * The thread that deals out the tasks, doing some itself: then as many threads work as there are cores, and these tasks
 * need not be sent. Between two tasks it sees what the others have answered.
 */
export class OwnThread<Setup, Task, Result> implements Hand<Task, Result> {
  readonly most = 1;
  held = 0;
  private readonly started: Promise<Step<Task, Result>>;
  private answered: Promise<unknown> = Promise.resolve();

  constructor({ start, setup }: Job<Setup, Task, Result>) {
    this.started = start(setup);
    this.started.catch(() => undefined);
  }

  do(task: Task): Promise<Result> {
    this.held++;
    const result = this.answer(task);
    this.answered = result.catch(() => undefined);
    return result;
  }

  async next(): Promise<void> {
    await this.answered;
  }

  async end(): Promise<void> {}

  private async answer(task: Task): Promise<Result> {
    try {
      const step = await this.started;
      await new Promise((resolve) => setImmediate(resolve));
      return await step(task);
    } catch (error) {
      throw error instanceof Problem ? error : new Problem(sentenceOf(error));
    } finally {
      this.held--;
    }
  }
}
