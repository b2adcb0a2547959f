import type { TabRequest, TabResponse } from "../../tab/server.worker.ts";
import { AskedWorker } from "../asked-worker.ts";

/** The page comes from static files: workers of its own answer it. */
export const isTab = true;
export const isPage = false;
export const home = "Library";
export const start = "/";
export const pageFile = "./reading-page.html";

export const silent = "A part of this page has broken down. What was saved is safe.";

/** What takes time has a worker of its own, which can be stopped. */
const takesTime = /^\/api(\/c\/[^/]+)?\/(import|agreement|quiz|export\/quiz|shared|saved)\b/;

/** The same routes as the server's, in a worker. */
export const ask: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!new URL(request.url).pathname.startsWith("/api/")) return fetch(request);
  if (!takesTime.test(new URL(request.url).pathname)) return sentTo(answering, request);
  request.signal.throwIfAborted();
  const stop = () => working.stop("Stopped.");
  request.signal.addEventListener("abort", stop);
  const response = await sentTo(working, request).finally(() => request.signal.removeEventListener("abort", stop));
  if (request.method !== "GET") await sentTo(answering, new Request("/api/changed", { method: "POST" }));
  return response;
};

const answering = serverNamed("answering");
const working = serverNamed("working");

function serverNamed(name: string): AskedWorker<Omit<TabRequest, "id">, TabResponse> {
  const start = () => new Worker(new URL("../../tab/server.worker.ts", import.meta.url), { type: "module", name });
  return new AskedWorker(start, silent);
}

async function sentTo(worker: typeof working, request: Request): Promise<Response> {
  const body = await request.arrayBuffer();
  const sent = { method: request.method, headers: [...request.headers] };
  const answer = await worker.ask({ url: request.url, init: body.byteLength === 0 ? sent : { ...sent, body } });
  return new Response(answer.body.byteLength === 0 ? null : answer.body, answer);
}

/** From the second visit on, the page needs no network. What it keeps for that is fetched when it has nothing else to do. */
export function begun(): void {
  const keep = () => void navigator.serviceWorker?.register("./offline.js").catch(() => undefined);
  addEventListener("load", () => setTimeout(keep, 2_000));
}
