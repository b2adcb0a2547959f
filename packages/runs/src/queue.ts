export type { QueueOptions } from "./jobs/queue/executor.ts";
export { openQueue } from "./jobs/queue/executor.ts";
export type { QueueStatus } from "./jobs/queue/status.ts";
export { drainQueue, queueStatus } from "./jobs/queue/status.ts";
export { startWorker } from "./jobs/queue/worker.ts";
