import { sumOf } from "@plotline/base";
import { groupedByPart, type WorkPlaces } from "@plotline/corpus";
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { type BookChapter, Coverage, chapterOf, neighboursOf, uncoveredIn, useBook } from "../parts/book/book.tsx";
import { BookMenu } from "../parts/book/book-menu.tsx";
import { BookSearch, useSought } from "../parts/book/book-search.tsx";
import { ExportMenu } from "../parts/book/export-menu.tsx";
import { OldGuides } from "../parts/book/old-guides.tsx";
import { Button } from "../parts/controls/button.tsx";
import { onDemand } from "../parts/controls/on-demand.tsx";
import { counted } from "../parts/controls/wording.ts";
import { BookHeader } from "../parts/frame/headers.tsx";
import { usePlaces } from "../parts/reading/places.ts";
import { addressOf, here } from "../route.ts";
import type { BookAnswer } from "../server.ts";
import { may } from "../team/identity.ts";

const AddBook = onDemand(async () => (await import("./add.tsx")).AddBook);

/** A book's contents: every chapter, whether or not a guide covers it, and a search through all of them. */
export function Book() {
  const book = useBook();
  const [places] = usePlaces();
  const [sought, setSought] = useSought();
  const [menuSaid, setMenuSaid] = useState("");
  const [isAdding, setAdding] = useState(false);
  const { folder, title, chapters } = book;
  if (isAdding) return <AddBook base={here} files={[]} work={book} onClose={() => setAdding(false)} />;
  const covered = chapters.filter(({ points }) => points > 0);
  return (
    <>
      <BookHeader screen="book">
        <ExportMenu chapters={covered.map(({ number }) => number)} />
        {may("owner") && <BookMenu onSaid={setMenuSaid} />}
      </BookHeader>
      <main class="book">
        <h2 dir="auto">{title}</h2>
        <p class="quiet">{factsOf(book)}</p>
        <p class="begin">
          <Begin book={book} place={places[folder]} />
          {may("owner") && (
            <Button
              label={covered.length === 0 ? "Add a study guide" : "Add or replace guide …"}
              onClick={() => setAdding(true)}
            />
          )}
        </p>
        <output aria-live="polite">{menuSaid}</output>
        <BookSearch sought={sought} onSought={setSought} />
        {sought.trim().length < 2 && <Contents book={book} place={places[folder]} />}
        {may("owner") && <OldGuides />}
      </main>
    </>
  );
}

function factsOf({ author, kind, licence, chapters }: BookAnswer): string {
  const words = sumOf(chapters, ({ words }) => words);
  const facts = [author, kind, counted(chapters.length, "chapter"), counted(words, "word"), licence];
  return facts.filter(Boolean).join(" · ");
}

/** Where this person stopped, or the beginning. */
function Begin({ book, place }: { book: BookAnswer; place: WorkPlaces | undefined }) {
  const { folder, chapters } = book;
  const last = place === undefined ? undefined : chapterOf(book, place.last);
  const [first] = chapters;
  if (last !== undefined && place !== undefined) {
    const next = (readText(last, place) === "read" && neighboursOf(book, last.number).next) || last;
    const address = addressOf({ screen: "read", folder, chapter: next.slug });
    return (
      <a class="button main" href={`${address}#p${(place.read[next.number] ?? 0) + 1}`}>
        Continue from {next.address}
      </a>
    );
  }
  if (first === undefined) return null;
  return (
    <a class="button main" href={addressOf({ screen: "read", folder, chapter: first.slug })}>
      Start reading
    </a>
  );
}

function Contents({ book, place }: { book: BookAnswer; place: WorkPlaces | undefined }) {
  const { folder, chapters } = book;
  const uncovered = uncoveredIn(book);
  return (
    <section aria-label="Contents">
      {uncovered.length === chapters.length ? (
        <p>This book has no study guide yet.</p>
      ) : (
        uncovered.length > 0 && <Coverage {...{ chapters, uncovered }} />
      )}
      {groupedByPart(chapters, ({ address }) => address).map((group) => (
        <Fragment key={group.chapters[0]?.chapter.number}>
          {group.part !== "" && <h3 class="part">{group.part}</h3>}
          <ol class="contents">
            {group.chapters.map(({ chapter, label }) => (
              <li key={chapter.number} class={chapter.points === 0 ? "without" : ""}>
                <a href={addressOf({ screen: "read", folder, chapter: chapter.slug })} dir="auto">
                  <span class="address">{label}</span> <span class="title">{chapter.title}</span>
                </a>
                <span class="quiet read">{readText(chapter, place)}</span>
                <span class="quiet words">{counted(chapter.words, "word")}</span>
                <span class="quiet points">{chapter.points === 0 ? "no guide" : counted(chapter.points, "point")}</span>
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </section>
  );
}

function readText({ number, paragraphs }: BookChapter, place: WorkPlaces | undefined): string {
  const furthest = place?.read[number];
  if (furthest === undefined || furthest === 0) return "";
  const share = Math.min(100, Math.round(((furthest + 1) / Math.max(1, paragraphs)) * 100));
  return share > 95 ? "read" : `${share} % read`;
}
