import type { ServiceWorkerGlobalScope } from "./service-worker.d.ts";

/** What the site's service worker is told. */
export interface SiteFiles {
  /** Those without which the page does not open. */
  readonly first: readonly string[];
  /** All that belong to this version; older ones are forgotten. */
  readonly all: readonly string[];
}

/**
 * The service worker of the site, written into `offline.js` as it is, so it uses nothing from outside itself. What was
 * loaded once is there without a network: files with a hash in their name never change, and the page itself is asked
 * for first.
 */
export function offline({ first, all }: SiteFiles): void {
  const worker = globalThis as unknown as ServiceWorkerGlobalScope;
  const kept = () => caches.open("plotline");
  worker.addEventListener("install", (event) => {
    event.waitUntil(kept().then((cache) => cache.addAll(first)));
    void worker.skipWaiting();
  });
  worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()])));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && new URL(request.url).origin === worker.location.origin)
      event.respondWith(request.mode === "navigate" ? pageOf(request) : fileOf(request));
  });

  async function forgetOld(): Promise<void> {
    const cache = await kept();
    const own = new Set(all.map((file) => new URL(file, worker.registration.scope).href));
    for (const request of await cache.keys())
      if (!own.has(request.url) && !request.url.includes("/corpora/")) await cache.delete(request);
  }

  async function pageOf(request: Request): Promise<Response> {
    const known = await (await kept()).match("./");
    return fetch(request).catch((error) => known ?? Promise.reject(error));
  }

  async function fileOf(request: Request): Promise<Response> {
    const cache = await kept();
    const known = await cache.match(request);
    if (known !== undefined) return known;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  }
}

/** Fetches a file and keeps it for when there is no network, also before the service worker is there to do so. */
export async function kept(url: string): Promise<Response> {
  const cache = await caches.open("plotline");
  const known = await cache.match(url);
  if (known !== undefined) return known;
  const response = await fetch(url);
  if (response.ok) await cache.put(url, response.clone()).catch(() => undefined);
  return response;
}
