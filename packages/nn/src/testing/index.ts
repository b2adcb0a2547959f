export { gradientError } from "./check.ts";
