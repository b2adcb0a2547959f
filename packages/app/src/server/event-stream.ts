import type { SSEMessage, SSEStreamingApi } from "hono/streaming";

/** How long a stream may be silent before it gets a sign of life, in milliseconds. */
const heartbeat = 15_000;

interface Events {
  /** What has happened since the last time. */
  news(): Promise<readonly SSEMessage[]> | readonly SSEMessage[];
  /** Until it is time to look again. */
  pause(): Promise<unknown>;
  isOver?(): boolean | Promise<boolean>;
}

/** Sends events for as long as the browser listens. */
export async function sendEvents(stream: SSEStreamingApi, { news, pause, isOver }: Events): Promise<void> {
  let last = Date.now();
  while (!stream.aborted) {
    const events = await news();
    for (const event of events) await stream.writeSSE(event);
    const isSilent = events.length === 0 && Date.now() - last > heartbeat;
    if (isSilent) await stream.write(": still here\n\n");
    if (isSilent || events.length > 0) last = Date.now();
    if (await isOver?.()) return;
    await pause();
  }
}

/** One look for everyone who asks within this many milliseconds. */
export function sharedFor<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > milliseconds)
      last = { at: performance.now(), found: look() };
    return last.found;
  };
}
