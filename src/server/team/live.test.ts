import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, test } from "vitest";
import type { Role } from "../../team/role.ts";
import { Live } from "./live.ts";
import { Metrics } from "./metrics.ts";

const chapter = { folder: "A", number: 0 };

test("people in a chapter hear of each other, of their own saves and of the end; readers are nobody's business", async () => {
  const live = new Live();
  const app = new Hono().get("/:name/:role", (context) => {
    const { name, role } = context.req.param();
    return streamSSE(context, (stream) => live.watch(stream, { name, role: role as Role }, chapter));
  });
  const open = async (name: string, role: Role) => {
    const response = await app.request(`/${name}/${role}`);
    return response.text();
  };
  const heard = Promise.all([
    open("Ada", "annotator"),
    open("Ben", "annotator"),
    open("Rea", "reader"),
    open("Cora", "curator"),
  ]);
  await expect.poll(() => live.count).toBe(4);
  live.saved("Ada", chapter, 7);
  live.stop();
  const [ada, ben, reader, curator] = await heard;
  expect(ada).toContain('event: sheet\ndata: {"folder":"A","number":0,"revision":7}');
  expect(ada).toContain('"name":"Ben"');
  expect(`${ada}${ben}${curator}`).not.toContain("Rea");
  expect(ben).not.toContain("event: sheet");
  expect(curator).toContain("event: progress");
  expect(reader).not.toContain("event: presence");
  for (const text of [ada, ben, reader, curator]) expect(text).toContain("event: stopping");
  await expect.poll(() => live.count).toBe(0);
});

test("metrics are numbers by route, as Prometheus reads them", () => {
  const metrics = new Metrics(() => ({ plotline_watchers: 3 }));
  metrics.answered("POST /sheets/:annotator/:folder/:number", 200, 0.02);
  const text = metrics.text();
  expect(text).toContain('plotline_requests_total{route="POST /sheets/:annotator/:folder/:number",status="200"} 1');
  expect(text).toContain('le="0.01"} 0');
  expect(text).toContain('le="0.025"} 1');
  expect(text).toContain("plotline_watchers 3");
  for (const line of text.trim().split("\n")) expect(line).toMatch(/^(# TYPE \w+ \w+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
});
