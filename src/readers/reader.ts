import type { Replicas } from "../nn/parallel/replicas.ts";
import type { WordList } from "./encoding/words.ts";
import type { ModelSettings, Task } from "./settings.ts";

/** A model with its weights and its vocabulary, ready to be asked. */
export class Reader {
  constructor(
    readonly task: Task,
    readonly words: WordList,
    readonly settings: ModelSettings,
    readonly replicas: Replicas,
    /** Rows of one length: what a GPU wants. */
    readonly fixed: boolean,
    /** Tokens that a decoder was trained to distinguish the next one from. */
    readonly samples: number,
  ) {}

  async close(): Promise<void> {
    await this.replicas.close();
  }
}
