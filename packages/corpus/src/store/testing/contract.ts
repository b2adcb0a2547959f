import type { Change, Store } from "../store.ts";

/** What every store promises; runs in Node and in a page. The store is empty at first. */
export const contract: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  "a save is there whole, and what is appended grows": async (store) => {
    await store.save("a/b.json", async (writer) => {
      writer.write("a/b.json", "one");
      writer.append("a/log.jsonl", () => "1\n");
    });
    await store.save("a/b.json", async (writer) => {
      writer.write("a/b.json", "two – ü");
      writer.append("a/log.jsonl", (before) => `${before}2\n`);
      writer.append("a/log.jsonl", (before) => `after ${JSON.stringify(before)}\n`);
    });
    same(await text(store, "a/b.json"), "two – ü");
    same(await text(store, "a/log.jsonl"), '1\n2\nafter "2\\n"\n');
    same(await text(store, "a/none"), undefined);
    same(await text(store, "a/b.json/c"), undefined);
    same(await names(store, "a"), ["b.json", "log.jsonl"]);
    same(await names(store, ""), ["a/"]);
    same(await names(store, "none"), []);
  },
  "a transaction moves, writes and removes files and folders, and leaves no empty folder": async (store) => {
    await store.transact(async () =>
      writes({ "stories/A/0": "0", "stories/A/1": "1", "summaries/A/0": "s", top: "t" }),
    );
    await store.transact(async () => [
      { move: "stories/A", to: "stories/B" },
      { move: "nowhere", to: "else" },
      { remove: "summaries/A" },
      { remove: "nothing" },
      { write: "top", content: new TextEncoder().encode("new") },
    ]);
    same(await text(store, "stories/B/0"), "0");
    same(await text(store, "stories/B/1"), "1");
    same(await text(store, "top"), "new");
    same(await names(store, "stories"), ["B/"]);
    same(await names(store, ""), ["stories/", "top"]);
  },
  "what is set aside can be put back": async (store) => {
    await store.transact(async () => writes({ "stories/A/0": "0" }));
    await store.transact(async () => [{ move: "stories/A", to: ".removed/x/stories/A" }]);
    same(await names(store, ".removed/x/stories"), ["A/"]);
    await store.transact(async () => [{ move: ".removed/x/stories/A", to: "stories/A" }]);
    same(await text(store, "stories/A/0"), "0");
  },
  "a move onto what is there is refused, and changes nothing": async (store) => {
    await store.transact(async () => writes({ "a/0": "a", "b/0": "b" }));
    await refused(store.transact(async () => [{ write: "c", content: "c" }, { move: "a", to: "b" }]), "exists already"); // biome-ignore format: short
    same(await text(store, "b/0"), "b");
    same(await text(store, "c"), undefined);
  },
  "a plan or a save that fails changes nothing": async (store) => {
    await store.put("a", "before");
    await refused(
      store.save("a", async (writer) => {
        writer.write("a", "after");
        throw new Error("no");
      }),
      "no",
    );
    await refused(
      store.transact(() => Promise.reject(new Error("no plan"))),
      "no plan",
    );
    same(await text(store, "a"), "before");
  },
  "a path that leads out is refused": async (store) => {
    for (const path of ["../out", "/out", "a/../../out"])
      await refused(
        store.transact(async () => [{ write: path, content: "x" }]),
        "outside",
      );
  },
  "a file is not written where a folder is, nor a folder where a file is": async (store) => {
    await store.transact(async () => writes({ "a/b": "b" }));
    await refused(
      store.transact(async () => [{ write: "a", content: "x" }]),
      "a",
    );
    await refused(
      store.transact(async () => [{ write: "a/b/c", content: "x" }]),
      "",
    );
    same(await text(store, "a/b"), "b");
  },
  "changes of one file wait for each other, and its state tells that it changed": async (store) => {
    await store.put("n", "0");
    const before = await store.look("n");
    const increase = () =>
      store.save("n", async (writer) => writer.write("n", String(Number(await text(store, "n")) + 1)));
    await Promise.all(Array.from({ length: 20 }, increase));
    same(await text(store, "n"), "20");
    const after = await store.look("n");
    if (before === undefined || after === undefined || after.stamp === before.stamp) throw new Error("no new stamp");
    same(await store.look("none"), undefined);
    await store.put("n", undefined);
    same(await text(store, "n"), undefined);
  },
};

function writes(files: Readonly<Record<string, string>>): Change[] {
  return Object.entries(files).map(([path, content]) => ({ write: path, content }));
}

async function text(store: Store, path: string): Promise<string | undefined> {
  const bytes = await store.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

async function names(store: Store, folder: string): Promise<string[]> {
  return (await store.list(folder)).map(({ name, isFolder }) => (isFolder ? `${name}/` : name)).sort();
}

function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a} instead of ${b}`);
}

async function refused(act: Promise<unknown>, why: string): Promise<void> {
  const sentence = await act.then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (!sentence?.includes(why)) throw new Error(`refused with ${JSON.stringify(sentence)} instead of "${why}"`);
}
