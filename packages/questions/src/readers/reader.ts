import type { Build } from "@plotline/nn";
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
