export { needs } from "./needs.ts";
export { portToKeep } from "./ports.ts";
