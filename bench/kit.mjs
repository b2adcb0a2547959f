// What several benches share: times, figures and how they are written, and a free port.
import { once } from "node:events";
import { createServer } from "node:net";
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

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
