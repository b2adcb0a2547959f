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

/** Its code waits for weights that are fetched; what is asked meanwhile must find a listener already. */
const app = import("./server.ts").then(({ opened }) => opened());

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
