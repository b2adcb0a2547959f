import { parentPort, workerData } from "node:worker_threads";
import { Problem } from "../../problem.ts";
import { onnxEngine } from "./engines.ts";
import { type Answer, answerOf, type Question, type WorkerStart } from "./messages.ts";
import { Replica } from "./replica.ts";

/** A worker thread: one replica that answers the team's questions, one after the other. */
const { programs, memory, place } = workerData as WorkerStart;
const replica = new Replica(onnxEngine(programs), memory, place);

parentPort?.on("message", async (question: Question) => {
  parentPort?.postMessage(await carefully(question));
  if (question.ask === "close") parentPort?.close();
});

async function carefully(question: Question): Promise<Answer> {
  try {
    return await answerOf(replica, question);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), expected: error instanceof Problem };
  }
}
