import { openCorpus } from "@plotline/corpus/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { answering, knowing, modelServer } from "@plotline/judge/testing";
import { expect, test } from "vitest";
import { app } from "./app.ts";
import { Shelf } from "./library/shelf.ts";
import type { Judging } from "./routes/judge.ts";

const here = { host: "127.0.0.1:4747", authorization: "Bearer secret", "content-type": "application/json" };
const chapter = `/api/judge/${encodeURIComponent("Forty Guineas")}/0`;

async function opened(named?: Judging["named"], isLocal = true) {
  const folder = copySample(temporaryFolder());
  const model = await modelServer(answering(await knowing(await openCorpus(folder))));
  const server = app([new Shelf(folder)], { token: "secret", isLocal }, named);
  const ask = async (path: string, body?: object) => {
    const init = body === undefined ? { headers: here } : { method: "POST", headers: here, body: JSON.stringify(body) };
    const response = await server.request(path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { model, ask };
}

const wanted = { style: "evidence", sendRestricted: false };

test("the app says what asking costs before anything is sent, asks, and stores links that have quotes", async () => {
  const { model, ask } = await opened();
  expect((await ask("/api/judge")).body).toEqual({ named: null, mayName: true });
  const body = { ...wanted, url: model.url, model: "test:7b" };
  const cost = await ask(chapter, { ...body, send: false });
  expect(cost.body).toMatchObject({ requests: 4, answered: 0, address: model.url, restricted: [] });
  expect(model.heard).toHaveLength(0);
  const done = await ask(chapter, { ...body, send: true });
  expect(done.body).toMatchObject({ method: "judge-test-7b", refused: 0 });
  expect(model.heard).toHaveLength(4);
  const stored = await ask(`/api/alignments/${encodeURIComponent("Forty Guineas")}/0/judge-test-7b`);
  expect(stored.body["links"]).toContainEqual(expect.objectContaining({ summary: 0, quote: expect.any(String) }));
});

test("without a model that somebody named nothing is sent", async () => {
  const { ask } = await opened();
  const refused = await ask(chapter, { ...wanted, send: true });
  expect(refused).toMatchObject({ body: { problem: "Enter the address of a language model." } });
});

test("beyond this machine the page cannot name an address; only who started the server can", async () => {
  const { model, ask } = await opened(undefined, false);
  const body = { ...wanted, url: model.url, model: "test:7b", send: true };
  expect((await ask(chapter, body)).body["problem"]).toContain("plotline serve --judge names one");
  expect(model.heard).toHaveLength(0);
  const elsewhere = await modelServer(answering(await knowing(await openCorpus(copySample(temporaryFolder())))));
  const named = await opened({ url: elsewhere.url, model: "house-model" }, false);
  const done = await named.ask(chapter, { ...body, url: model.url });
  expect(done.body).toMatchObject({ method: "judge-house-model" });
  expect([model.heard.length, elsewhere.heard.length]).toEqual([0, 4]);
});
