import { type Annotation, decided } from "../corpus/annotations/annotation.ts";

/** Bullets that a person has closed: finished, or found to be commentary. */
export function closedBullets(sheet: Annotation): number {
  const { done, commentary } = decided(sheet);
  return new Set([...done, ...commentary]).size;
}

/** Whether a person has closed every bullet of a chapter. */
export function isDone(sheet: Annotation, bullets: number): boolean {
  return bullets > 0 && closedBullets(sheet) >= bullets;
}
