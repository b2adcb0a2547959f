/** As much as is used of what a service worker has, whose types a page does not know. */

export interface ServiceWorkerGlobalScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate" | "fetch", react: (event: FetchEvent) => void): void;
}

export interface FetchEvent extends Event {
  readonly request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}
