import type { Build, Values } from "@plotline/nn";
import type { Replicas } from "@plotline/nn/node";
import { attentiveReader } from "./attentive-reader.ts";
import type { WordList } from "./encoding/words.ts";
import type { ModelSettings, Task, TrainSettings } from "./settings.ts";
import { summaryDecoder } from "./summary-decoder.ts";

/** A model with its weights and its vocabulary, ready to be asked. */
export class Reader {
  constructor(
    readonly task: Task,
    readonly words: WordList,
    readonly settings: ModelSettings,
    readonly replicas: Replicas,
  ) {}

  async close(): Promise<void> {
    await this.replicas.close();
  }
}

/** The paper's model for a task. */
export function readerModel(
  task: Task,
  settings: ModelSettings,
  words: Pick<WordList, "size">,
  { margin }: Pick<TrainSettings, "margin">,
): Build {
  return task === "cloze" ? attentiveReader(settings, words.size, margin) : summaryDecoder(settings, words.size);
}

/** The reader's results for some jobs, a few at a time: all batches of a corpus would not fit in memory. */
export async function* evaluated<Job>(
  replicas: Replicas,
  jobs: readonly Job[],
  batchOf: (job: Job) => Values,
): AsyncIterable<{ readonly job: Job; readonly results: Values }> {
  const atOnce = 4 * replicas.threads;
  for (let first = 0; first < jobs.length; first += atOnce) {
    const some = jobs.slice(first, first + atOnce);
    const all = await replicas.evaluate(some.map(batchOf));
    yield* some.map((job, k) => ({ job, results: all[k]! }));
  }
}
