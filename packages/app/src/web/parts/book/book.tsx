import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { answer, type BookAnswer, server, useAnswer } from "../../server.ts";
import { useEvent } from "../controls/events.ts";
import { counted, listed, runsOf } from "../controls/wording.ts";
import { Waiting } from "../frame/waiting.tsx";

export type BookChapter = BookAnswer["chapters"][number];

interface OpenBook extends BookAnswer {
  /** Asks the server again, after something was changed. */
  reload(): void;
}

/** Dispatched on the page when something of a book was written: its guide, its gold. */
export const bookChanged = "plotline-book-changed";

const Opened = createContext<OpenBook | undefined>(undefined);

/** The book that the screen is about: its title and its chapters. */
export function useBook(): OpenBook {
  const book = useContext(Opened);
  if (book === undefined) throw new Error("this screen is not about a book");
  return book;
}

/** Opens a book for the screens below it. */
export function WithBook({ folder, children }: { folder: string; children: ComponentChildren }) {
  const loaded = useAnswer(() => answer(server.works[":folder"].$get({ param: { folder } })), [folder]);
  useEvent(bookChanged, loaded.again);
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  return <Opened.Provider value={{ ...loaded.value, reload: loaded.again }}>{children}</Opened.Provider>;
}

/** A chapter as people call it, with its title: `Chapter 5: The Last of the Blind Man`. */
export function nameOf({ address, title }: Pick<BookChapter, "address" | "title">): string {
  return title === null ? address : `${address}: ${title}`;
}

type NumberedChapter = Pick<BookChapter, "number" | "address">;

/** Some chapters in words, those that follow each other together: `Chapter 1 to Chapter 4 and Chapter 7`. */
export function chapterNames(numbers: readonly number[], chapters: readonly NumberedChapter[]): string {
  const places = chapters.flatMap(({ number }, place) => (numbers.includes(number) ? [place] : []));
  const nameAt = (place: number) => chapters[place]?.address ?? "";
  const names = runsOf(places).flatMap(([first, last]) => {
    if (last - first > 1) return [`${nameAt(first)} to ${nameAt(last)}`];
    return first === last ? [nameAt(first)] : [nameAt(first), nameAt(last)];
  });
  return listed(names).join("");
}

/** How many chapters the guide covers, and which it does not. */
export function Coverage(props: { chapters: readonly NumberedChapter[]; uncovered: readonly number[] }) {
  const { chapters, uncovered } = props;
  return (
    <p>
      The guide covers {chapters.length - uncovered.length} of {counted(chapters.length, "chapter")}.
      {uncovered.length > 0 && ` Not covered: ${chapterNames(uncovered, chapters)}.`}
    </p>
  );
}

/** The chapters on which the guide has no section. */
export function uncoveredIn({ chapters }: BookAnswer): number[] {
  return chapters.filter(({ points }) => points === 0).map(({ number }) => number);
}

export function chapterOf(book: BookAnswer, number: number): BookChapter | undefined {
  return book.chapters.find((each) => each.number === number);
}

/** The chapters before and after one. */
export function neighboursOf({ chapters }: BookAnswer, number: number) {
  const at = chapters.findIndex((each) => each.number === number);
  return { previous: chapters[at - 1], next: chapters[at + 1] };
}
