import type { InferResponseType } from "hono/client";
import { Agreement } from "../parts/annotating/agreement.tsx";
import { chapterOf, nameOf, useBook } from "../parts/book/book.tsx";
import { Alert } from "../parts/controls/alert.tsx";
import { Table } from "../parts/controls/table.tsx";
import { counted, day } from "../parts/controls/wording.ts";
import { BookHeader } from "../parts/frame/headers.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { addressOf } from "../route.ts";
import { answer, server, useAnswer, useFetched } from "../server.ts";

type SettlingOfWork = InferResponseType<(typeof server.settling)[":folder"]["$get"], 200>;
type ChapterLook = SettlingOfWork["chapters"][number];

/** The annotation of a whole book: who has done what, and where they differ. */
export function BookAnnotation() {
  const { folder } = useBook();
  const loaded = useAnswer(() => answer(server.settling[":folder"].$get({ param: { folder } })), [folder]);
  const agreement = useFetched(() => answer(server.agreement[":folder"].$get({ param: { folder } })), [folder]);
  return (
    <>
      <BookHeader screen="settling" />
      <main class="book" aria-busy={loaded.state === "loading"}>
        <h2>Annotation</h2>
        <Mine />
        {loaded.state === "failed" && <Alert>{loaded.problem}</Alert>}
        {loaded.state === "there" && <Chapters chapters={loaded.value.chapters} />}
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
            look.annotators.join(", "),
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
  if (written === null) return counted(gold, "link");
  return `${counted(gold, "link")}, by ${written.by} on ${day(written.at)}`;
}
