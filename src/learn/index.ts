export { type Learned, type LearnOptions, learnAlignment } from "./learn.ts";
export { type PointingSettings, pointingReader } from "./pointing-reader.ts";
export { type Round, RoundStore } from "./rounds.ts";
export { type LearnSettings, learnDefaults, type Start, starts } from "./settings.ts";
