import { add } from "../../annotations/history.ts";
import { readSheet, saveSheet } from "../../annotations/sheet-store.ts";
import { addWork } from "../../changes/add-works.ts";
import { putBack, setAside } from "../../changes/removed.ts";
import { renameWork } from "../../changes/rename-work.ts";
import { findWork, openCorpus } from "../../open.ts";
import { OpfsStore } from "../opfs/opfs-store.ts";
import { mount, type Store } from "../store.ts";
import { contract } from "./contract.ts";

/** What a test asks a worker of a page to do with the browser's private file system. */
export interface Asked {
  readonly act: "contract" | "corpus" | "save" | "check";
  readonly folder: string;
  /** Of a save: who saves, and how often; forever where it is not said. */
  readonly who?: string;
  readonly times?: number;
}

const story = ["All night the miser counted.", "A storm came up."];

const acts: Readonly<Record<Asked["act"], (asked: Asked) => Promise<unknown>>> = {
  /** The names of the promises that were kept. */
  async contract({ folder }) {
    const kept: string[] = [];
    for (const [name, check] of Object.entries(contract)) {
      await check(await OpfsStore.at(`${folder} ${kept.length}`));
      kept.push(name);
    }
    return kept;
  },

  /** The functions of the corpus, as the app uses them. */
  async corpus({ folder }) {
    mount(folder, await OpfsStore.at(folder));
    await addWork(folder, { title: "Anna: a tale", chapters: [{ story, summary: ["A miser counts."] }] });
    const corpus = await openCorpus(folder);
    const place = { annotator: "ada", work: findWork(corpus, "Anna: a tale"), number: 0 };
    const link = { act: "link" as const, cells: [{ summary: 0, story: 0 }] };
    await saveSheet(corpus, place, { seen: 0, change: (sheet) => add(sheet, link) });
    await renameWork(folder, "Anna: a tale", "Anna");
    const { id } = await setAside(folder, "Anna");
    const without = (await openCorpus(folder)).works.length;
    await putBack(folder, id);
    const again = await openCorpus(folder);
    const [work] = again.works;
    const sheet = await readSheet(again, { annotator: "ada", work: work!, number: 0 });
    return { without, title: work?.title, steps: sheet.steps, hash: await again.hash() };
  },

  /** Takes one step after the other, each a sheet and a line of a trail; every seventh moves a work as well. */
  async save({ folder, who = "", times = Number.POSITIVE_INFINITY }) {
    const store = await OpfsStore.at(folder);
    await store.open();
    for (let k = 0; k < times; k++) {
      const id = `${who}-${k}`;
      if (k % 7 === 6) await moveWork(store);
      await store.save("sheet.json", async (writer) => {
        const { steps, ...rest } = await sheetOf(store);
        writer.write("sheet.json", JSON.stringify({ ...rest, steps: [...steps, id] }));
        writer.append("trail.jsonl", () => `${JSON.stringify(id)}\n`);
      });
      await fetch(`/ack/${id}`);
    }
  },

  /** Everything that is there; it throws where something is not whole. */
  async check({ folder }) {
    const store = await OpfsStore.at(folder);
    await store.open();
    const trail = (await textOf(store, "trail.jsonl")).split("\n");
    if (trail.pop() !== "") throw new Error("the trail ends in the middle of a line");
    const moved = await Promise.all(["a", "b"].map((name) => store.list(`works/${name}`)));
    const counts = moved.map((files) => files.length).sort();
    if (![0, 3].includes(counts[1] ?? 0) || counts[0] !== 0) throw new Error(`half a work is moved: ${counts}`);
    return { steps: (await sheetOf(store)).steps, trail: trail.map((line) => JSON.parse(line)) };
  },
};

/** From one folder to the other, three files at once. */
async function moveWork(store: Store): Promise<void> {
  const from = (await store.list("works/a")).length > 0 ? "a" : "b";
  const isThere = (await store.list(`works/${from}`)).length > 0;
  await store.transact(async () =>
    isThere
      ? [{ move: `works/${from}`, to: `works/${from === "a" ? "b" : "a"}` }]
      : [0, 1, 2].map((number) => ({ write: `works/a/${number}`, content: "text ".repeat(10_000) })),
  );
}

async function sheetOf(store: Store): Promise<{ readonly steps: readonly string[] }> {
  return JSON.parse((await textOf(store, "sheet.json")) || '{ "steps": [] }');
}

async function textOf(store: Store, path: string): Promise<string> {
  return new TextDecoder().decode((await store.read(path)) ?? new Uint8Array());
}

globalThis.addEventListener?.("message", async ({ data }: MessageEvent<Asked>) => {
  const answer = await acts[data.act](data).then(
    (result) => ({ result }),
    (error: Error) => ({ error: `${error.name}: ${error.message}` }),
  );
  postMessage(answer);
});
