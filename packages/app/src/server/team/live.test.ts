import type { Role } from "@plotline/corpus";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, test } from "vitest";
import { Live } from "./live.ts";

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
