import type { Member, Role } from "@plotline/corpus";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, test } from "vitest";
import { Live } from "./live.ts";

const chapter = { folder: "A", number: 0 };

test("people in a chapter hear of each other, of their own saves and of the end; readers are nobody's business", async () => {
  const members: Member[] = [
    memberOf("Ada", "annotator"),
    memberOf("Ben", "annotator"),
    memberOf("Rea", "reader"),
    memberOf("Cora", "curator"),
  ];
  const live = new Live({ members: async () => members });
  const app = new Hono().get("/:name/:role", (context) => {
    const { name, role } = context.req.param();
    return streamSSE(context, (stream) =>
      live.watch(stream, { person: { name, role: role as Role }, session: name, place: chapter }),
    );
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

test("who is revoked or reset hears nothing more, a new role counts, and nobody has more than 20 streams", async () => {
  let members: Member[] = [memberOf("Ada", "curator"), memberOf("Ben", "annotator"), memberOf("Cy", "reader")];
  const live = new Live({ members: async () => members });
  const app = new Hono().get("/:name/:role", (context) => {
    const { name, role } = context.req.param();
    const person = { name, role: role as Role };
    live.mustHavePlace(person);
    return streamSSE(context, (stream) => live.watch(stream, { person, session: name }));
  });
  const ben = (await app.request("/Ben/annotator")).text();
  const ada = (await app.request("/Ada/curator")).text();
  await expect.poll(() => live.count).toBe(2);
  members = [memberOf("Ada", "reader"), memberOf("Cy", "reader")];
  await ben;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  live.saved("Ben", chapter, 9);
  const open = await Promise.all(Array.from({ length: 20 }, () => app.request("/Cy/reader")));
  expect(() => live.mustHavePlace({ name: "Cy", role: "reader" })).toThrow(/20 tabs/);
  live.stop();
  expect(await ada).not.toContain("event: progress");
  await Promise.all(open.map((response) => response.text()));
});

/** Their session is called as they are. */
function memberOf(name: string, role: Role): Member {
  const at = new Date().toISOString();
  return { name, role, since: at, by: "test", sessions: [{ id: name, hash: "", started: at, rotated: at, used: at }] };
}
