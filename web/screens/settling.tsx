import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { WhoSettles } from "../parts/annotating/who-settles.tsx";
import { type BookChapter, bookChanged, chapterOf, nameOf, useBook } from "../parts/book/book.tsx";
import { Check } from "../parts/controls/check.tsx";
import { Dialog } from "../parts/controls/dialog.tsx";
import { Table } from "../parts/controls/table.tsx";
import { counted } from "../parts/controls/wording.ts";
import { BookHeader } from "../parts/frame/frame.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { addressOf } from "../route.ts";
import { answer, attempt, server, useAnswer } from "../server.ts";

type SettlingOfWork = InferResponseType<(typeof server.settling)[":folder"]["$get"], 200>;
type ChapterLook = SettlingOfWork["chapters"][number];
type AgreementAnswer = InferResponseType<(typeof server.agreement)[":folder"]["$get"], 200>;

/** The annotation of a whole book: who has done what, where they differ, and chapters that can be settled in one go. */
export function Settling() {
  const { folder } = useBook();
  const [asked, setAsked] = useState(0);
  const [said, setSaid] = useState("");
  const loaded = useAnswer(
    () => answer<SettlingOfWork>(server.settling[":folder"].$get({ param: { folder } })),
    [folder, asked],
  );
  const done = (sentence: string) => {
    setSaid(sentence);
    dispatchEvent(new Event(bookChanged));
    setAsked((count) => count + 1);
  };
  return (
    <>
      <BookHeader screen="settling" />
      <main class="book" aria-busy={loaded.state === "loading"}>
        <h2>Annotation</h2>
        <Mine />
        {loaded.state === "failed" && <p role="alert">{loaded.problem}</p>}
        {loaded.state === "there" && (
          <>
            <InOneGo chapters={loaded.value.chapters} onDone={done} />
            <output aria-live="polite">{said}</output>
            <Chapters chapters={loaded.value.chapters} />
          </>
        )}
        <Agreement folder={folder} />
      </main>
    </>
  );
}

/** Where this person continues. */
function Mine() {
  const book = useBook();
  const [name, setName] = usePerson();
  const asked = useAnswer(async () => {
    if (name === "") return { last: null };
    const param = { annotator: name, folder: book.folder };
    return answer<{ last: number | null }>(server.sheets[":annotator"][":folder"].$get({ param }));
  }, [name, book.folder]);
  if (name === "")
    return <NameForm label="Your name (your links are saved under it)" button="Start" onName={setName} />;
  const last = asked.state === "there" && asked.value.last !== null ? chapterOf(book, asked.value.last) : undefined;
  const first = book.chapters.find(({ points }) => points > 0);
  const chapter = last ?? first;
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
    >
      {chapters.map((look) => {
        const chapter = chapterOf(book, look.number);
        return (
          chapter !== undefined && (
            <tr key={look.number}>
              <th scope="row">
                <a href={addressOf({ screen: "settle", folder: book.folder, chapter: chapter.slug })}>
                  {nameOf(chapter)}
                </a>
              </th>
              <td>{look.annotators.map(({ name }) => name).join(", ")}</td>
              <td>{look.agreed}</td>
              <td>{look.differing}</td>
              <td>{look.partial + look.unseen}</td>
              <td>{look.settled}</td>
              <td>{goldText(look)}</td>
            </tr>
          )
        );
      })}
    </Table>
  );
}

function goldText({ gold, written }: ChapterLook): string {
  if (gold === null) return "none yet";
  if (written === null) return counted(gold.length, "link");
  const date = new Date(written.at).toLocaleDateString("en", { dateStyle: "medium" });
  return `${counted(gold.length, "link")}, by ${written.by} on ${date}`;
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

interface TogetherProps {
  readonly ready: readonly ChapterLook[];
  onDone(said: string): void;
  onClose(): void;
}

function Together({ ready, onDone, onClose }: TogetherProps) {
  const book = useBook();
  const [by, setBy] = usePerson();
  const [replaces, setReplaces] = useState(false);
  const [problem, setProblem] = useState<string>();
  const losing = ready.filter(({ lost }) => lost > 0);
  const chosen = replaces ? ready : ready.filter(({ lost }) => lost === 0);
  const write = () => {
    const wishes = chosen.map(({ number, gold, annotators, revision }) => ({
      number,
      undecided: "refuse" as const,
      seen: gold,
      sheets: Object.fromEntries(annotators.map(({ name, revision }) => [name, revision])),
      revision,
    }));
    return attempt(async () => {
      const asked = server.gold[":folder"].$post({ param: { folder: book.folder }, json: { by, chapters: wishes } });
      const { links } = await answer<{ links: number }>(asked);
      onDone(`Gold saved: ${counted(links, "link")} in ${counted(chosen.length, "chapter")}.`);
      onClose();
    }, setProblem);
  };
  if (by === "") return <WhoSettles onName={setBy} onClose={onClose} />;
  return (
    <Dialog
      title="Write gold where annotators agree"
      action={`Write gold for ${counted(chosen.length, "chapter")}`}
      isReady={chosen.length > 0}
      problem={problem}
      onAct={write}
      onClose={onClose}
    >
      <ul class="holdings">
        {ready.map((look) => (
          <li key={look.number}>{lineOf(look, chapterOf(book, look.number))}</li>
        ))}
      </ul>
      {losing.length > 0 && (
        <Check checked={replaces} onCheck={setReplaces}>
          Also overwrite gold that differs ({counted(losing.length, "chapter")}); the present gold is kept as an earlier
          version
        </Check>
      )}
    </Dialog>
  );
}

function lineOf({ links, lost, gold }: ChapterLook, chapter: BookChapter | undefined): string {
  const name = chapter === undefined ? "" : nameOf(chapter);
  if (gold === null) return `${name}: first gold, ${counted(links, "link")}`;
  return `${name}: ${counted(links, "link")}; ${lost} of the ${gold.length} present links will be removed`;
}

/** How far each two annotators agree over the chapters that both have done. */
function Agreement({ folder }: { folder: string }) {
  const asked = useAnswer(
    () => answer<AgreementAnswer>(server.agreement[":folder"].$get({ param: { folder } })),
    [folder],
  );
  if (asked.state !== "there" || asked.value.pairs.length === 0) return null;
  return (
    <section aria-label="Agreement">
      <h3>Agreement</h3>
      <ul class="voices">
        {asked.value.pairs.map(({ first, second, chapters, f, kappa }) => (
          <li key={`${first} ${second}`}>
            {first} and {second}, {counted(chapters, "chapter")}: F {f.toFixed(2)}, κ {kappa.toFixed(2)}
          </li>
        ))}
      </ul>
    </section>
  );
}
