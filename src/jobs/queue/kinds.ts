import type { Performer } from "../wire.ts";

export interface Kind {
  readonly load: () => Promise<Performer>;
  /** A task of it is a training: hours, and whole on one worker. */
  readonly training?: true;
}

/** Every kind of work that a worker can do. Nothing else is done, whatever a message asks for. */
export const kinds: Readonly<Record<string, Kind>> = {
  align: { load: async () => (await import("../align/travel-align.ts")).perform },
  score: { load: async () => (await import("../align/travel-score.ts")).perform },
  encode: { load: async () => (await import("../encode/travel-encode.ts")).perform },
  tasks: { load: async () => (await import("../tasks/travel-tasks.ts")).perform },
  reader: { load: async () => (await import("../table/travel-readers.ts")).perform, training: true },
  run: { load: async () => (await import("../readers/travel-run.ts")).perform, training: true },
};
