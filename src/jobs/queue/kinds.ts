import type { Performer } from "../wire.ts";

/** Every kind of work that a worker can do. Nothing else is done, whatever a message asks for. */
export const kinds: Readonly<Record<string, () => Promise<Performer>>> = {
  align: async () => (await import("../align/travel-align.ts")).perform,
  score: async () => (await import("../align/travel-score.ts")).perform,
  encode: async () => (await import("../encode/travel-encode.ts")).perform,
  reader: async () => (await import("../table/travel-readers.ts")).perform,
  run: async () => (await import("../readers/travel-run.ts")).perform,
  tasks: async () => (await import("../tasks/travel-tasks.ts")).perform,
};
