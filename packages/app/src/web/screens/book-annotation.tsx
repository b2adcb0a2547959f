import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { Agreement } from "../parts/annotating/agreement.tsx";
import { WhoSettles } from "../parts/annotating/who-settles.tsx";
import { type BookChapter, bookChanged, chapterOf, nameOf, useBook } from "../parts/book/book.tsx";
import { Alert } from "../parts/controls/alert.tsx";
import { Dialog } from "../parts/controls/dialog.tsx";
import { Check } from "../parts/controls/fields.tsx";
import { Points } from "../parts/controls/points.tsx";
import { Table } from "../parts/controls/table.tsx";
import { counted, day } from "../parts/controls/wording.ts";
import { BookHeader } from "../parts/frame/headers.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { addressOf } from "../route.ts";
import { answer, server, useAnswer, useFetched } from "../server.ts";

type SettlingOfWork = InferResponseType<(typeof server.settling)[":folder"]["$get"], 200>;
type ChapterLook = SettlingOfWork["chapters"][number];

/** The annotation of a whole book: who has done what, where they differ, and chapters that can be settled in one go. */
export function BookAnnotation() {
  const { folder } = useBook();
  const [said, setSaid] = useState("");
  const loaded = useAnswer(() => answer(server.settling[":folder"].$get({ param: { folder } })), [folder]);
  const agreement = useFetched(() => answer(server.agreement[":folder"].$get({ param: { folder } })), [folder]);
  const done = (sentence: string) => {
    setSaid(sentence);
    dispatchEvent(new Event(bookChanged));
    loaded.again();
  };
  return (
    <>
      <BookHeader screen="settling" />
      <main class="book" aria-busy={loaded.state === "loading"}>
        <h2>Annotation</h2>
        <Mine />
        {loaded.state === "failed" && <Alert>{loaded.problem}</Alert>}
        {loaded.state === "there" && (
          <>
            <InOneGo chapters={loaded.value.chapters} onDone={done} />
            <output aria-live="polite">{said}</output>
            <Chapters chapters={loaded.value.chapters} />
          </>
        )}
        {agreement !== undefined && <Agreement pairs={agreement.pairs} />}
      </main>
    </>
  );
}

/** Where this person continues. */
function Mine() {
  const book = useBook();
  const [name, setName] = usePerson();
  const saved = useFetched(async () => {
    const param = { annotator: name, folder: book.folder };
    return name === "" ? undefined : answer(server.sheets[":annotator"][":folder"].$get({ param }));
  }, [name, book.folder]);
  if (name === "")
    return <NameForm label="Your name (your links are saved under it)" button="Start" onName={setName} />;
  const last = chapterOf(book, saved?.last ?? -1);
  const chapter = last ?? book.chapters.find(({ points }) => points > 0);
  if (chapter === undefined) return <p>This book has no study guide yet, so there is nothing to annotate.</p>;
  return (
    <p class="begin">
      <a class="button main" href={addressOf({ screen: "annotate", folder: book.folder, chapter: chapter.slug })}>
        {last === undefined ? `Annotate ${chapter.address}` : `Continue annotating ${chapter.address}`}
      </a>
    </p>
  );
}

function Chapters({ chapters }: { chapters: readonly ChapterLook[] }) {
  const book = useBook();
  if (chapters.length === 0) return <p class="quiet">Nobody has annotated this book yet.</p>;
  return (
    <Table
      label="Chapters that were annotated"
      header={["Chapter", "Annotators", "Agreed", "In dispute", "Not seen by all", "Decided", "Gold"]}
      rows={chapters.flatMap((look) => {
        const chapter = chapterOf(book, look.number);
        if (chapter === undefined) return [];
        const address = addressOf({ screen: "settle", folder: book.folder, chapter: chapter.slug });
        const { agreed, differing, partial, unseen, settled } = look;
        return [
          [
            <a href={address}>{nameOf(chapter)}</a>,
            look.annotators.map(({ name }) => name).join(", "),
            ...[agreed, differing, partial + unseen, settled],
            goldText(look),
          ],
        ];
      })}
    />
  );
}

function goldText({ gold, written }: ChapterLook): string {
  if (gold === null) return "none yet";
  if (written === null) return counted(gold.length, "link");
  return `${counted(gold.length, "link")}, by ${written.by} on ${day(written.at)}`;
}

/** Chapters in which every point has the same answer from two annotators or more become gold together. */
function InOneGo({ chapters, onDone }: { chapters: readonly ChapterLook[]; onDone(said: string): void }) {
  const [isOpen, setOpen] = useState(false);
  const ready = chapters.filter((each) => each.isWithoutDifference && (each.gold === null || changesGold(each)));
  if (ready.length === 0) return null;
  return (
    <p class="begin">
      <button type="button" class="main" onClick={() => setOpen(true)}>
        Settle {ready.length === 1 ? "the chapter" : `the ${ready.length} chapters`} without differences …
      </button>
      {isOpen && <Together {...{ ready, onDone }} onClose={() => setOpen(false)} />}
    </p>
  );
}

function changesGold({ gold, lost, links }: ChapterLook): boolean {
  return lost > 0 || links !== gold?.length;
}

function Together(props: { ready: readonly ChapterLook[]; onDone(said: string): void; onClose(): void }) {
  const { ready, onDone, onClose } = props;
  const book = useBook();
  const [by, setBy] = usePerson();
  const [replaces, setReplaces] = useState(false);
  const losing = ready.filter(({ lost }) => lost > 0);
  const chosen = replaces ? ready : ready.filter(({ lost }) => lost === 0);
  const write = async () => {
    const requests = chosen.map(({ number, gold, annotators, revision }) => ({
      number,
      undecided: "refuse" as const,
      seen: gold,
      sheets: Object.fromEntries(annotators.map(({ name, revision }) => [name, revision])),
      revision,
    }));
    const asked = server.gold[":folder"].$post({ param: { folder: book.folder }, json: { by, chapters: requests } });
    const { links } = await answer(asked);
    onDone(`Gold saved: ${counted(links, "link")} in ${counted(chosen.length, "chapter")}.`);
    onClose();
  };
  if (by === "") return <WhoSettles onName={setBy} onClose={onClose} />;
  return (
    <Dialog
      title="Write gold where annotators agree"
      action={`Write gold for ${counted(chosen.length, "chapter")}`}
      isReady={chosen.length > 0}
      onAct={write}
      onClose={onClose}
    >
      <Points items={ready.map((look) => lineOf(look, chapterOf(book, look.number)))} />
      {losing.length > 0 && (
        <Check
          label={`Also overwrite gold that differs (${counted(losing.length, "chapter")}); the current gold is saved as an earlier version`}
          checked={replaces}
          onCheck={setReplaces}
        />
      )}
    </Dialog>
  );
}

function lineOf({ links, lost, gold }: ChapterLook, chapter: BookChapter | undefined): string {
  const name = chapter === undefined ? "" : nameOf(chapter);
  if (gold === null) return `${name}: first gold, ${counted(links, "link")}`;
  return `${name}: ${counted(links, "link")}; ${lost} of the ${gold.length} present links will be removed`;
}
