import type { ChapterPlace } from "@plotline/corpus";
import { type ComponentChildren, type ComponentType, createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import { addressOf, finding, type NamedChapter, pathOf, routeOf, soughtIn } from "../../route.ts";
import { answer, type BookAnswer, server, useAnswer } from "../../server.ts";
import { useEvent } from "../controls/events.ts";
import { listed, runsOf } from "../controls/wording.ts";
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

/** The chapter that an address names, on the screen that it names; the address bar then shows its one address. */
export function ChapterOfBook({ route, Screen }: { route: NamedChapter; Screen: ComponentType<ChapterPlace> }) {
  const book = useBook();
  const chapter = chapterNamed(book, route.chapter);
  const address = chapter === undefined ? undefined : addressOf({ ...route, chapter: chapter.slug });
  useLayoutEffect(() => {
    if (address !== undefined && address !== addressOf(routeOf(pathOf(location))))
      history.replaceState(history.state, "", finding(address, soughtIn(location.search)) + location.hash);
  }, [address]);
  if (chapter === undefined) {
    const problem = `“${book.title}” has no chapter “${route.chapter}”: ${rangeOf(book)}.`;
    return <Waiting loaded={{ state: "failed", problem }} />;
  }
  return <Screen key={`${book.folder}/${chapter.number}`} folder={book.folder} number={chapter.number} />;
}

/** A chapter as people call it, with its title: `Chapter 5: The Last of the Blind Man`. */
export function nameOf({ address, title }: Pick<BookChapter, "address" | "title">): string {
  return title === null ? address : `${address}: ${title}`;
}

/** Some chapters in words, those that follow each other together: `Chapter 1 to Chapter 4 and Chapter 7`. */
export function chapterNames(
  numbers: readonly number[],
  chapters: readonly Pick<BookChapter, "number" | "address">[],
): string {
  const places = chapters.flatMap(({ number }, place) => (numbers.includes(number) ? [place] : []));
  const nameAt = (place: number) => chapters[place]?.address ?? "";
  const names = runsOf(places).flatMap(([first, last]) => {
    if (last - first > 1) return [`${nameAt(first)} to ${nameAt(last)}`];
    return first === last ? [nameAt(first)] : [nameAt(first), nameAt(last)];
  });
  return listed(names).join("");
}

export function chapterOf(book: BookAnswer, number: number): BookChapter | undefined {
  return book.chapters.find((each) => each.number === number);
}

/** The chapters before and after one. */
export function neighboursOf({ chapters }: BookAnswer, number: number) {
  const at = chapters.findIndex((each) => each.number === number);
  return { previous: chapters[at - 1], next: chapters[at + 1] };
}

function chapterNamed({ chapters }: BookAnswer, named: string): BookChapter | undefined {
  const wanted = named.toLowerCase();
  const place = /^\d{1,7}$/.test(named) ? Number(named) : undefined;
  return chapters.find(({ slug }) => slug === wanted) ?? chapters.find(({ number }) => number + 1 === place);
}

function rangeOf({ chapters }: BookAnswer): string {
  const [first, last] = [chapters[0], chapters.at(-1)];
  if (first === undefined || last === undefined) return "it has none";
  return chapters.length === 1
    ? `it has only ${first.address}`
    : `its chapters run from ${first.address} to ${last.address}`;
}
