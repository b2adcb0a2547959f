import { sumOf } from "@plotline/base";
import type { WorkPlaces } from "@plotline/corpus";
import type { ComponentChildren } from "preact";
import { useCallback, useState } from "preact/hooks";
import { isTab } from "../backend.ts";
import { CorpusExportMenu } from "../parts/book/export-menu.tsx";
import { Removed } from "../parts/book/removed.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDrop } from "../parts/controls/drop.ts";
import { SearchField } from "../parts/controls/fields.tsx";
import { onDemand } from "../parts/controls/on-demand.tsx";
import { counted } from "../parts/controls/wording.ts";
import { CorpusHeader } from "../parts/frame/headers.tsx";
import { type CorpusLibrary, useLibraries } from "../parts/frame/library.ts";
import { LibraryTools } from "../parts/frame/library-tools.ts";
import { Waiting } from "../parts/frame/waiting.tsx";
import { usePlaces } from "../parts/reading/places.ts";
import { addressOf, type Base, here } from "../route.ts";
import type { LibraryAnswer } from "../server.ts";
import { may } from "../team/identity.ts";

type Work = LibraryAnswer["works"][number];

const AddBook = onDemand(async () => (await import("./add.tsx")).AddBook);

/** Files to be added, the corpus that they are added to, and the work that they are for where that was said. */
interface Adding {
  readonly base: Base;
  readonly files: readonly File[];
  readonly work?: Pick<Work, "folder" | "title">;
}

/** The works, or a book that is being added to them. */
export function Library() {
  const [adding, setAdding] = useState<Adding>();
  if (adding !== undefined) return <AddBook {...adding} onClose={() => setAdding(undefined)} />;
  return <Works onAdd={setAdding} />;
}

/** Every work of every corpus, and how complete it is. A file that is dropped on a work is its guide. */
function Works({ onAdd }: { onAdd(adding: Adding): void }) {
  const libraries = useLibraries();
  const [wanted, setWanted] = useState("");
  const drop = useCallback(
    (files: readonly File[], on: Element | undefined) => {
      const near = (name: string) => on?.closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
      const base = near("base") ?? here;
      const corpus = libraries.state === "there" ? libraries.value.find((each) => each.base === base) : undefined;
      onAdd({ files, base, work: corpus?.works.find(({ folder }) => folder === near("folder")) });
    },
    [onAdd, libraries.state],
  );
  const mayAdd = may("owner");
  const over = useDrop(mayAdd ? drop : undefined);
  if (libraries.state !== "there") return <Waiting loaded={libraries} />;
  const corpora = libraries.value;
  const isAlone = corpora.length === 1;
  const found = corpora.flatMap(({ works }) => works.filter((work) => matches(work, wanted)));
  const isEmpty = corpora.every(({ works }) => works.length === 0);
  const add = <AddButton base={here} onAdd={onAdd} />;
  return (
    <>
      <CorpusHeader screen="library" name={corpora.map(({ name }) => name).join(", ")} isForAll={!isAlone || isEmpty} />
      <main class={`library ${over ? "over" : ""}`}>
        {isEmpty ? (
          mayAdd && <Welcome>{add}</Welcome>
        ) : (
          <>
            <SearchField
              label="Search the library"
              placeholder="Search by title, author or kind"
              value={wanted}
              onText={setWanted}
            />
            {mayAdd && (
              <p class="add">
                {isAlone && add}
                <span class="quiet">
                  {isAlone
                    ? "or drop a book and its study guide anywhere on this page. To add a guide to a book you already have, drop it on that book."
                    : "Drop a book and its guide onto the collection that you want to add them to. To add a guide to a book you already have, drop it on that book."}
                </span>
              </p>
            )}
            <p class="quiet" role="status">
              {counted(found.length, "work")}, {counted(sumOf(found.map((work) => work.chapters.length)), "chapter")}
            </p>
          </>
        )}
        {corpora.map((corpus) => (
          <CorpusWorks
            key={corpus.base}
            corpus={corpus}
            isAlone={isAlone}
            works={corpus.works.filter((work) => matches(work, wanted))}
            onAdd={onAdd}
            onChange={libraries.again}
          />
        ))}
        <LibraryTools corpora={corpora} />
      </main>
    </>
  );
}

/** A library without a book. */
function Welcome({ children }: { children: ComponentChildren }) {
  return (
    <section class="welcome">
      <h2>Drop a book and its study guide here</h2>
      <p class="quiet">
        Each point of the guide is shown next to the passage that it describes.
        {isTab && " Nothing is installed, and nothing leaves your browser."}
      </p>
      {children}
    </section>
  );
}

interface CorpusWorksProps {
  readonly corpus: CorpusLibrary;
  readonly isAlone: boolean;
  readonly works: readonly Work[];
  onAdd(adding: Adding): void;
  /** A work was put back. */
  onChange(): void;
}

/** The works of one corpus; where there are several, under its name, with what is about all of it. */
function CorpusWorks({ corpus: { base, name }, isAlone, works, onAdd, onChange }: CorpusWorksProps) {
  const [places] = usePlaces(base);
  return (
    <section data-base={base} aria-label={name}>
      {!isAlone && (
        <header class="corpus">
          <h2>{name}</h2>
          <a href={addressOf({ screen: "quiz" }, base)} aria-label={`Quiz about ${name}`}>
            Quiz
          </a>
          {!isTab && (
            <a href={addressOf({ screen: "results" }, base)} aria-label={`Results of ${name}`}>
              Results
            </a>
          )}
          {may("owner") && <AddButton base={base} onAdd={onAdd} />}
          {may("curator") && <CorpusExportMenu base={base} />}
        </header>
      )}
      <ul class="works">
        {begunFirst(works, places).map((work) => (
          <Entry key={work.folder} base={base} work={work} place={places[work.folder]} />
        ))}
      </ul>
      {may("owner") && <Removed base={base} onChange={onChange} />}
    </section>
  );
}

/** What this person is reading comes before the rest. */
function begunFirst(works: readonly Work[], places: Readonly<Record<string, WorkPlaces>>): Work[] {
  const isBegun = ({ folder }: Work) => Number(places[folder] !== undefined);
  return works.toSorted((one, other) => isBegun(other) - isBegun(one));
}

function AddButton({ base, onAdd }: { base: Base; onAdd(adding: Adding): void }) {
  return <Button label="Add a book" onClick={() => onAdd({ base, files: [] })} />;
}

interface EntryProps {
  readonly base: Base;
  readonly work: Work;
  readonly place: WorkPlaces | undefined;
}

function Entry({ base, work, place }: EntryProps) {
  const { title, author, kind, licence, folder, chapters, summarised, annotated } = work;
  const of = (part: readonly number[], what: string) => `${what}: ${part.length} of ${chapters.length}`;
  const facts = [
    author,
    kind,
    counted(chapters.length, "chapter"),
    licence,
    of(summarised, "guide"),
    of(annotated, "gold"),
  ];
  return (
    <li class="work" data-folder={folder}>
      <h2>
        <a href={addressOf({ screen: "book", folder }, base)} dir="auto">
          {title}
        </a>
      </h2>
      <p class="quiet">
        {facts.filter(Boolean).join(" · ")}
        <ContinueReading base={base} work={work} place={place} />
      </p>
    </li>
  );
}

/** Where this person stopped. */
function ContinueReading({ base, work, place }: EntryProps) {
  if (place === undefined || !work.chapters.includes(place.last)) return null;
  const address = addressOf({ screen: "read", folder: work.folder, number: place.last }, base);
  return (
    <>
      {" · "}
      <a href={`${address}#p${(place.read[place.last] ?? 0) + 1}`} aria-label={`Continue reading ${work.title}`}>
        Continue reading
      </a>
    </>
  );
}

function matches({ title, author, kind }: Work, wanted: string): boolean {
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return wanted
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain(`${title} ${author ?? ""} ${kind ?? ""}`).includes(plain(word)));
}
