/** What runs in a browser tab as it is: nothing below imports from Node. */
export type { Alignment, Chapter, Kind, Link } from "./corpus/types.ts";
export { Problem } from "./problem.ts";
export { version } from "./version.ts";
