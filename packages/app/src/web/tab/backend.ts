import { once } from "@plotline/base";
import type { TabRequest, TabResponse } from "../../tab/server.worker.ts";
import { AskedWorker } from "../asked-worker.ts";

/** The page comes from static files: a worker of its own answers it. */
export const isTab = true;

export const silent =
  "The part of this page that keeps the library has stopped. Load the page again; what was saved is safe.";

/** The same routes as the server's, in the worker. */
export const ask: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = await request.arrayBuffer();
  const sent = { method: request.method, headers: [...request.headers] };
  const answer = await worker().ask({ url: request.url, init: body.byteLength === 0 ? sent : { ...sent, body } });
  return new Response(answer.body.byteLength === 0 ? null : answer.body, answer);
};

/** Started with the first request. */
const worker = once(() => {
  const made = new Worker(new URL("../../tab/server.worker.ts", import.meta.url), { type: "module" });
  return new AskedWorker<Omit<TabRequest, "id">, TabResponse>(made, silent);
});
