export { learnAlignment } from "./learn.ts";
export type { Round } from "./rounds.ts";
export { type LearnSettings, learnDefaults, learnSchema } from "./settings.ts";
