import { useCallback, useState } from "preact/hooks";
import type { WorkPlaces } from "../../src/corpus/person.ts";
import { useDrop } from "../parts/drop.ts";
import { ExportMenu } from "../parts/export-menu.tsx";
import { CorpusHeader, useLibrary, Waiting } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { usePlaces } from "../parts/places.ts";
import { addressOf } from "../route.ts";
import type { LibraryAnswer } from "../server.ts";

type Work = LibraryAnswer["works"][number];

const AddBook = later(async () => (await import("./add.tsx")).AddBook);

/** Files to be added, and the work that they are for where that was said. */
interface Adding {
  readonly files: readonly File[];
  readonly work?: string | undefined;
}

/** The works, or a book that is being added to them. */
export function Library() {
  const [adding, setAdding] = useState<Adding>();
  if (adding !== undefined) return <AddBook {...adding} onClose={() => setAdding(undefined)} />;
  return <Works onAdd={setAdding} />;
}

/** Every work of the corpus, and how far it is. A file that is dropped on a work is its guide. */
function Works({ onAdd }: { onAdd(adding: Adding): void }) {
  const library = useLibrary();
  const [wanted, setWanted] = useState("");
  const drop = useCallback(
    (files: readonly File[], on: Element | undefined) =>
      onAdd({ files, work: on?.closest<HTMLElement>("[data-folder]")?.dataset["folder"] }),
    [onAdd],
  );
  const over = useDrop(drop);
  const [places] = usePlaces();
  if (library.state !== "there") return <Waiting loaded={library} />;
  const { name, works } = library.value;
  const found = works.filter((work) => matches(work, wanted));
  return (
    <>
      <CorpusHeader screen="library" name={name} />
      <main class={`library ${over ? "over" : ""}`}>
        <label class="search">
          <span class="unseen">Search the library</span>
          <input
            type="search"
            placeholder="Search by title or kind"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>
        <p class="add">
          <button type="button" onClick={() => onAdd({ files: [] })}>
            Add a book
          </button>
          <span class="quiet">or drop a book and its study guide anywhere here, or a guide on its work</span>
        </p>
        <p class="quiet" role="status">
          {countOf(found.length, "work")}, {countOf(sum(found.map((work) => work.chapters.length)), "chapter")}
        </p>
        <ul class="works">
          {found.map((work) => (
            <Entry
              key={work.folder}
              work={work}
              place={places[work.folder]}
              onGuide={() => onAdd({ files: [], work: work.folder })}
            />
          ))}
        </ul>
      </main>
    </>
  );
}

interface EntryProps {
  readonly work: Work;
  readonly place: WorkPlaces | undefined;
  onGuide(): void;
}

function Entry({ work, place, onGuide }: EntryProps) {
  const first = work.summarised[0];
  return (
    <li class="work" data-folder={work.folder}>
      <div>
        <h2>
          {first === undefined ? (
            work.title
          ) : (
            <a href={addressOf({ screen: "read", folder: work.folder, number: first })}>{work.title}</a>
          )}
        </h2>
        <p class="quiet">
          {[work.kind ?? "kind unknown", countOf(work.chapters.length, "chapter"), work.licence]
            .filter(Boolean)
            .join(" · ")}
          {work.annotators.map(({ name, chapters, done }) => (
            <span key={name}>
              {" · "}
              {name}: {countOf(done, "bullet")} done in {countOf(chapters, "chapter")}
            </span>
          ))}
          <GoOn work={work} place={place} />
          {work.summarised.length < work.chapters.length && (
            <>
              {" · "}
              <button type="button" class="plain" aria-label={`Add a guide to ${work.title}`} onClick={onGuide}>
                Add a guide
              </button>
            </>
          )}
        </p>
      </div>
      <Share name="summarised" part={work.summarised.length} whole={work.chapters.length} />
      <Share name="annotated" part={work.annotated.length} whole={work.chapters.length} />
      <p class="sure">
        {work.meanConfidence === null ? (
          <span class="quiet">not aligned yet</span>
        ) : (
          <>{Math.round(work.meanConfidence * 100)} % sure</>
        )}
      </p>
      <ExportMenu
        folder={work.folder}
        title={work.title}
        chapters={work.summarised}
        hasGold={work.annotated.length > 0}
      />
    </li>
  );
}

/** Where this person left off. */
function GoOn({ work, place }: Pick<EntryProps, "work" | "place">) {
  if (place === undefined || !work.chapters.includes(place.last)) return null;
  const address = addressOf({ screen: "read", folder: work.folder, number: place.last });
  return (
    <>
      {" · "}
      <a href={`${address}#p${(place.read[place.last] ?? 0) + 1}`}>Go on in chapter {place.last + 1}</a>
    </>
  );
}

function Share({ name, part, whole }: { name: string; part: number; whole: number }) {
  return (
    <div class="share">
      <meter min={0} max={Math.max(1, whole)} value={part} aria-label={`${name}: ${part} of ${whole} chapters`} />
      <span>
        {part} of {whole} {name}
      </span>
    </div>
  );
}

function matches({ title, kind }: Work, wanted: string): boolean {
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return wanted
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain(`${title} ${kind ?? ""}`).includes(plain(word)));
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
