import { parentPort, workerData } from "node:worker_threads";
import { Problem } from "@plotline/base";
import { type Answer, type Call, onnxEngine, type WorkerStart } from "./messages.ts";
import { Replica } from "./replica.ts";

/** A worker thread: one replica, called by the first thread, one call after the other. */
const { programs, memory, place } = workerData as WorkerStart;
const replica = new Replica(onnxEngine(programs), memory, place);

parentPort?.on("message", async (call: Call) => {
  parentPort?.postMessage(await carefully(call));
  if (call.method === "close") parentPort?.close();
});

async function carefully({ method, values }: Call): Promise<Answer> {
  try {
    const called = replica[method] as (...values: unknown[]) => ReturnType<Replica[typeof method]>;
    return { result: await called.apply(replica, values) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), expected: error instanceof Problem };
  }
}
