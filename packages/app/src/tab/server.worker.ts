/** A request of the page, as it can be sent to a worker; or that nobody waits for it any more. */
export type TabRequest = { readonly id: number } & (
  | { readonly url: string; readonly init: { method: string; headers: [string, string][]; body?: ArrayBuffer } }
  | { readonly isLeft: true }
);

export interface TabResponse {
  readonly id: number;
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
}

/** Its code waits for weights that are fetched; what is asked meanwhile must find a listener already. */
const app = import("./server.ts").then(({ opened }) => opened());

const open = new Map<number, AbortController>();

addEventListener("message", async ({ data }: MessageEvent<TabRequest>) => {
  const { id } = data;
  if ("isLeft" in data) return open.get(id)?.abort();
  const leaving = new AbortController();
  open.set(id, leaving);
  const request = new Request(data.url, { ...data.init, signal: leaving.signal });
  const response = await app.then(
    (made) => made.fetch(request),
    (error: Error) => Response.json({ problem: error.message }, { status: 500 }),
  );
  const body = await response.arrayBuffer();
  open.delete(id);
  const answer: TabResponse = { id, status: response.status, headers: [...response.headers], body };
  postMessage(answer, { transfer: [body] });
});
