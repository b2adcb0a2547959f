/** A worker of the page, and the questions that it has not answered yet. */
export class AskedWorker<Question extends object, Answer extends { readonly id: number }> {
  private readonly waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  private asked = 0;

  /** `failed` is the sentence for those who wait when it breaks down. */
  constructor(
    private readonly worker: Worker,
    failed: string,
  ) {
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      this.waiting.get(data.id)?.resolve(data);
      this.waiting.delete(data.id);
    });
    worker.addEventListener("error", () => {
      for (const { reject } of this.waiting.values()) reject(new Error(failed));
      this.waiting.clear();
    });
  }

  ask(question: Question): Promise<Answer> {
    const id = this.asked++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...question });
    });
  }
}
