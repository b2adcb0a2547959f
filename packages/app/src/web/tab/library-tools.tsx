import { hc } from "hono/client";
import { useEffect, useState } from "preact/hooks";
import type { CollectionRoutes } from "../../tab/collection-routes.ts";
import type { SharedIndex } from "../../tab/site.ts";
import { Button } from "../parts/controls/button.tsx";
import { downloadFrom } from "../parts/controls/download.ts";
import { Select } from "../parts/controls/fields.tsx";
import { counted, listed } from "../parts/controls/wording.ts";
import { type CorpusLibrary, workOptions } from "../parts/frame/library.ts";
import { answer, attempt, useFetched } from "../server.ts";
import { ask } from "./backend.ts";

const collections = hc<CollectionRoutes>("/api", { fetch: ask });

/** What only a library in a browser has: corpora of the site to open, and files that keep it safe. */
export function LibraryTools({ corpora }: { corpora: readonly CorpusLibrary[] }) {
  const [said, setSaid] = useState("");
  const doing = (act: () => Promise<unknown>) => {
    setSaid("Opening …");
    void attempt(() => act().then(() => location.reload()), setSaid);
  };
  const isEmpty = corpora.every(({ works }) => works.length === 0);
  return (
    <section class="tab-tools" aria-label="This browser">
      <h2>{isEmpty ? "Or try it with a book of ours" : "More books"}</h2>
      <Shared corpora={corpora} onOpen={doing} />
      <h2>Your library</h2>
      {!isEmpty && <Button label="Save the library as a file" onClick={() => void downloadFrom("/api/saved")} />}
      <FileChoice
        label="Open a saved library …"
        onFile={(file) => doing(() => answer(sent<"saved">("/api/saved", file)))}
      />
      {!isEmpty && (
        <FileChoice
          label="Take others’ links from a file …"
          onFile={(file) => attempt(async () => setSaid(takenText(await answer(sheets(file)))), setSaid)}
        />
      )}
      <Kept isEmpty={isEmpty} />
      <output aria-live="polite">{said}</output>
    </section>
  );
}

/** Corpora that the site has: a small one as a whole, of a large one each work when it is wanted. */
function Shared({ corpora, onOpen }: { corpora: readonly CorpusLibrary[]; onOpen(act: () => Promise<void>): void }) {
  const shared = useFetched(async (): Promise<SharedIndex> => (await fetch("./corpora/index.json")).json(), []) ?? [];
  const open = (corpus: string, works: readonly string[]) =>
    onOpen(async () => {
      for (const work of works) await answer(collections.shared[":corpus"][":work"].$post({ param: { corpus, work } }));
    });
  return (
    <>
      {shared
        .filter(({ name, works }) => works.length > 9 || corpora.every((each) => each.name !== name))
        .map(({ name, label, works }) => {
          const folders = works.map(({ folder }) => folder);
          if (works.length < 10)
            return <Button key={name} label={`Open ${label}`} onClick={() => open(name, folders)} />;
          const options = workOptions(works, `Open a work of ${label} …`);
          const choose = (work: string) => work !== "" && open(name, [work]);
          return <Select key={name} label={label} value="" options={options} onChoose={choose} />;
        })}
    </>
  );
}

function FileChoice({ label, onFile }: { label: string; onFile(file: File): void }) {
  return (
    <label class="button">
      {label}
      <input
        class="unseen"
        type="file"
        accept=".zip"
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
      />
    </label>
  );
}

/** The client of Hono sends forms and JSON, and this is a file. */
function sent<Name extends "saved">(path: string, file: File): ReturnType<(typeof collections)[Name]["$post"]> {
  return ask(path, { method: "POST", body: file }) as ReturnType<(typeof collections)[Name]["$post"]>;
}

function sheets(file: File): ReturnType<typeof collections.saved.sheets.$post> {
  return ask("/api/saved/sheets", { method: "POST", body: file }) as ReturnType<typeof collections.saved.sheets.$post>;
}

function takenText({
  annotators,
  taken,
  left,
}: {
  annotators: readonly string[];
  taken: number;
  left: number;
}): string {
  const chapters = `Links of ${counted(taken, "chapter")} were taken`;
  const from =
    annotators.length === 0 ? "." : `, by ${listed(annotators).join("")}. Settle them on the book’s Annotation page.`;
  const others =
    left === 0 ? "" : ` ${counted(left, "chapter")} were left: their texts, or the links of that name, differ.`;
  return chapters + from + others;
}

/** Whether the browser promises to keep what is here, and how much that is. */
function Kept({ isEmpty }: { isEmpty: boolean }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    void (async () => {
      // A browser may ask the person, who has a reason to agree once something is here.
      const isKept = await (isEmpty ? navigator.storage.persisted() : navigator.storage.persist());
      const { usage = 0 } = await navigator.storage.estimate();
      const size = `${(usage / 1e6).toFixed(1)} MB in this browser, and nowhere else.`;
      const warning = "The browser may delete it when it runs out of room: save your library as a file.";
      if (!isEmpty) setSaid(isKept ? size : `${size} ${warning}`);
    })();
  }, [isEmpty]);
  return <p class="quiet">{said}</p>;
}
