export { type QueueOptions, throughQueue } from "./jobs/queue/feeder.ts";
export { drainQueue, type QueueStatus, queueStatus } from "./jobs/queue/status.ts";
export { startWorker } from "./jobs/queue/worker.ts";
