/** Dispatched on the page with what a worker says of its progress. */
export const workerSays = "plotline-worker-says";

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A worker of the page, and the questions that it has not answered yet. One that broke down is started again when it is next asked. */
export class AskedWorker<Question extends object, Answer extends { readonly id: number }> {
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private asked = 0;
  private worker: Worker | undefined;

  /** `failed` is the sentence for those who wait when it breaks down. */
  constructor(
    private readonly start: () => Worker,
    private readonly failed: string,
  ) {}

  ask(question: Question): Promise<Answer> {
    const id = this.asked++;
    this.worker ??= this.started();
    const answer = new Promise<Answer>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage({ id, ...question });
    return answer;
  }

  /** Whoever waits is told `why`. */
  stop(why = this.failed): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }

  private started(): Worker {
    const worker = this.start();
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<Answer | { readonly id: -1; readonly said: string }>) => {
        if ("said" in data) dispatchEvent(new CustomEvent(workerSays, { detail: data.said }));
        else this.waiting.get(data.id)?.resolve(data);
        this.waiting.delete(data.id);
      },
    );
    worker.addEventListener("error", () => worker === this.worker && this.stop());
    return worker;
  }
}
