import { once } from "@plotline/base";
import type { TabRequest, TabResponse } from "../../tab/server.worker.ts";

/** The page comes from static files: a worker of its own answers it. */
export const isTab = true;

export const silent =
  "The part of this page that keeps the library has stopped. Load the page again; what was saved is safe.";

/** The same routes as the server's, in the worker. */
export const ask: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = await request.arrayBuffer();
  const sent = { method: request.method, headers: [...request.headers] };
  const answer = await worker().ask(request.url, body.byteLength === 0 ? sent : { ...sent, body }, request.signal);
  return new Response(answer.body.byteLength === 0 ? null : answer.body, answer);
};

type Init = Extract<TabRequest, { url: string }>["init"];

/** The worker, and the requests that it has not answered yet. */
class ServerWorker {
  private readonly worker = new Worker(new URL("../../tab/server.worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, { resolve(answer: TabResponse): void; reject(error: Error): void }>();
  private asked = 0;

  constructor() {
    this.worker.addEventListener("message", ({ data }: MessageEvent<TabResponse>) => {
      this.waiting.get(data.id)?.resolve(data);
      this.waiting.delete(data.id);
    });
    this.worker.addEventListener("error", () => {
      for (const { reject } of this.waiting.values()) reject(new Error(silent));
      this.waiting.clear();
    });
  }

  ask(url: string, init: Init, signal: AbortSignal): Promise<TabResponse> {
    const id = this.asked++;
    const send = (request: TabRequest) => this.worker.postMessage(request);
    signal.addEventListener("abort", () => send({ id, isLeft: true }), { once: true });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      send({ id, url, init });
    });
  }
}

/** Started with the first request. */
const worker = once(() => new ServerWorker());
