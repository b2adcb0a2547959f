import { type ClientResponse, hc } from "hono/client";
import { useEffect, useState } from "preact/hooks";
import type { CollectionRoutes } from "../../tab/collection-routes.ts";
import type { SharedIndex } from "../../tab/site.ts";
import { Button } from "../parts/controls/button.tsx";
import { downloadFrom } from "../parts/controls/download.ts";
import { FileField, Select } from "../parts/controls/fields.tsx";
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
      <Shared corpora={corpora} title={isEmpty ? "Or try it with a book of ours" : "More books"} onOpen={doing} />
      <h2>Your library</h2>
      {!isEmpty && (
        <Button label="Save the library as a file" onClick={() => void downloadFrom("/api/saved", "library.zip")} />
      )}
      <FileChoice label="Open a saved library …" onFile={(file) => doing(() => sent("/api/saved", file))} />
      {!isEmpty && (
        <FileChoice
          label="Take others’ links from a file …"
          onFile={(file) => attempt(async () => setSaid((await sent("/api/saved/sheets", file)).said ?? ""), setSaid)}
        />
      )}
      <Kept isEmpty={isEmpty} />
      <output aria-live="polite">{said}</output>
    </section>
  );
}

/** Corpora that the site has, where it can be asked: a small one as a whole, of a large one each work when it is wanted. */
function Shared(props: { corpora: readonly CorpusLibrary[]; title: string; onOpen(act: () => Promise<void>): void }) {
  const { corpora, title, onOpen } = props;
  const shared = useFetched(async (): Promise<SharedIndex> => (await fetch("./corpora/index.json")).json(), []) ?? [];
  const open = (corpus: string, works: readonly string[]) =>
    onOpen(async () => {
      for (const work of works) await answer(collections.shared[":corpus"][":work"].$post({ param: { corpus, work } }));
    });
  return (
    <>
      {shared.length > 0 && <h2>{title}</h2>}
      {shared
        .filter(({ name, works }) => works.length > (corpora.find((each) => each.name === name)?.works.length ?? 0))
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
    <FileField class="button" accept=".zip" onFile={onFile}>
      {label}
    </FileField>
  );
}

/** The client of Hono sends forms and JSON, and this is a file. */
async function sent(path: string, file: File): Promise<{ readonly said?: string }> {
  return answer(ask(path, { method: "POST", body: file }) as Promise<ClientResponse<{ said?: string }>>);
}

/** Chromium says how much of it is files, and not the page itself. */
interface DetailedEstimate extends StorageEstimate {
  readonly usageDetails?: { readonly fileSystem?: number };
}

/** Whether the browser promises to keep what is here, and how much that is. */
function Kept({ isEmpty }: { isEmpty: boolean }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    void (async () => {
      // A browser may ask the person, who has a reason to agree once something is here.
      const isKept = await (isEmpty ? navigator.storage.persisted() : navigator.storage.persist());
      const { usage = 0, usageDetails } = (await navigator.storage.estimate()) as DetailedEstimate;
      const held = usageDetails?.fileSystem ?? usage;
      const size = `${(held / 1e6).toFixed(1)} MB in this browser, and nowhere else.`;
      const warning = "The browser may delete it when it runs out of room: save your library as a file.";
      if (!isEmpty) setSaid(isKept ? size : `${size} ${warning}`);
    })();
  }, [isEmpty]);
  return <p class="quiet">{said}</p>;
}
