/** A request of the page, as it can be sent to a worker. */
export interface TabRequest {
  readonly id: number;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: [string, string][]; readonly body?: ArrayBuffer };
}

export interface TabResponse {
  readonly id: number;
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
}

/**
 * By its name, the worker that answers at once or the one that does what takes time. What is asked while its code is
 * fetched must find a listener already.
 */
const app = import("./server.ts").then(({ answering, working }) => (self.name === "working" ? working() : answering()));
app.catch(() => undefined);

addEventListener("message", async ({ data: { id, url, init } }: MessageEvent<TabRequest>) => {
  const request = new Request(url, init);
  const response = await app.then(
    (made) => made.fetch(request),
    (error: Error) => Response.json({ problem: error.message }, { status: 500 }),
  );
  const body = await response.arrayBuffer();
  const answer: TabResponse = { id, status: response.status, headers: [...response.headers], body };
  postMessage(answer, { transfer: [body] });
});
