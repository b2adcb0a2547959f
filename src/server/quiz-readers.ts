import { runsOf } from "../corpus/run-store.ts";
import { type AskedPlace, answeredRight, type ReaderResult, readerResultSchema } from "../evaluate/reader-result.ts";

/** The readers that were trained in a corpus, the latest first. */
export async function trainedReaders(folder: string): Promise<ReaderResult[]> {
  const runs = await runsOf(folder);
  return runs.flatMap(({ run }) => {
    const parsed = run?.kind.startsWith("train ") ? readerResultSchema.safeParse(run.result) : undefined;
    return parsed?.success ? [parsed.data] : [];
  });
}

/** Which readers answered a question right, by the alignment they read; of several on one alignment the latest counts. */
export function readersOn(
  readers: readonly ReaderResult[],
  question: AskedPlace,
  set: "story" | "hard",
): Record<string, boolean> {
  const answers: Record<string, boolean> = {};
  for (const reader of readers) {
    const right = answeredRight(reader, question, set);
    if (right !== undefined) answers[reader.alignment] ??= right;
  }
  return answers;
}
