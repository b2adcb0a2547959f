import { hc } from "hono/client";
import { useEffect, useState } from "preact/hooks";
import type { CollectionRoutes } from "../../tab/collection-routes.ts";
import type { SharedIndex } from "../../tab/site.ts";
import { Button } from "../parts/controls/button.tsx";
import { downloadFrom } from "../parts/controls/download.ts";
import { Select } from "../parts/controls/fields.tsx";
import { type CorpusLibrary, workOptions } from "../parts/frame/library.ts";
import { answer, attempt } from "../server.ts";
import { ask } from "./backend.ts";

const collections = hc<CollectionRoutes>("/api", { fetch: ask });

/** What only a library in a browser has: corpora of the site to open, and files that keep it safe. */
export function LibraryTools({ corpora }: { corpora: readonly CorpusLibrary[] }) {
  const [said, setSaid] = useState("");
  const [shared, setShared] = useState<SharedIndex>([]);
  useEffect(() => {
    void fetch("./corpora/index.json").then(async (found) => setShared(found.ok ? await found.json() : []));
  }, []);
  const doing = (what: string, act: () => Promise<unknown>) => {
    setSaid(what);
    void attempt(() => act().then(() => location.reload()), setSaid);
  };
  const open = (corpus: string, works: readonly string[]) =>
    doing("Opening …", async () => {
      for (const work of works) await answer(collections.shared[":corpus"][":work"].$post({ param: { corpus, work } }));
    });
  const restore = (file: File | undefined) => file && doing("Opening …", () => answer(sent(file)));
  return (
    <section class="tab-tools" aria-label="This browser">
      {shared.map(({ name, label, works }) =>
        works.length < 10 ? (
          corpora.every((each) => each.name !== name) && (
            <Button
              key={name}
              label={`Open ${label}`}
              onClick={() =>
                open(
                  name,
                  works.map(({ folder }) => folder),
                )
              }
            />
          )
        ) : (
          <Select
            key={name}
            label={label}
            value=""
            options={workOptions(works, `Open a work of ${label} …`)}
            onChoose={(work) => work !== "" && open(name, [work])}
          />
        ),
      )}
      {corpora.map(({ name }) => (
        <Button key={name} label={`Save “${name}” as a file`} onClick={() => void downloadFrom(`/api/saved/${name}`)} />
      ))}
      <label>
        Open a saved library{" "}
        <input type="file" accept=".zip" onChange={(event) => restore(event.currentTarget.files?.[0])} />
      </label>
      <Kept />
      <output aria-live="polite">{said}</output>
    </section>
  );
}

/** The client of Hono sends forms and JSON, and this is a file. */
function sent(file: File): ReturnType<typeof collections.saved.$post> {
  return ask("/api/saved", { method: "POST", body: file }) as ReturnType<typeof collections.saved.$post>;
}

/** Whether the browser promises to keep what is here, and how much that is. */
function Kept() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    void (async () => {
      const [isKept, { usage = 0 }] = [await navigator.storage.persist(), await navigator.storage.estimate()];
      const size = `${(usage / 1e6).toFixed(1)} MB in this browser.`;
      setSaid(
        isKept ? size : `${size} The browser may delete it when it runs out of room: save your library as a file.`,
      );
    })();
  }, []);
  return <p class="quiet">{said}</p>;
}
