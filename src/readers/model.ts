import type { Build } from "../nn/model.ts";
import { attentiveReader } from "./attentive-reader.ts";
import type { WordList } from "./encoding/words.ts";
import type { ModelSettings, Task, TrainSettings } from "./settings.ts";
import { summaryDecoder } from "./summary-decoder.ts";

/** The paper's model for a task. */
export function readerModel(
  task: Task,
  settings: ModelSettings,
  words: WordList,
  { margin, samples }: Pick<TrainSettings, "margin" | "samples">,
): Build {
  return task === "cloze"
    ? attentiveReader(settings, words.size, margin)
    : summaryDecoder(settings, words.size, samples);
}
