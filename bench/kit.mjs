// What several benches share: times, figures and how they are written.
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** What some work gives, and the milliseconds that it took. */
export async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function mean(numbers) {
  return sum(numbers) / Math.max(1, numbers.length);
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/** `.123` */
export function share(number) {
  return number.toFixed(3).replace(/^0/, "");
}
