import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { addressOf, type NamedChapter, pathOf, routeOf } from "../../route.ts";
import type { BookAnswer, ChapterAnswer } from "../../server.ts";
import { type BookChapter, useBook } from "../book/book.tsx";
import { useChapter } from "../reading/chapter.ts";
import { ChapterHeader } from "./headers.tsx";
import { Waiting } from "./waiting.tsx";

/** What a screen about a chapter is given. */
export interface OfChapter {
  readonly chapter: ChapterAnswer;
  /** Reads the chapter again, after something of it was written. */
  again(): void;
}

interface ChapterOfBookProps {
  readonly route: NamedChapter;
  readonly Screen: ComponentType<OfChapter>;
}

/** The chapter that an address names, on the screen that it names; the address bar then shows its one address. */
export function ChapterOfBook({ route, Screen }: ChapterOfBookProps) {
  const book = useBook();
  const chapter = chapterNamed(book, route.chapter);
  const address = chapter === undefined ? undefined : addressOf({ ...route, chapter: chapter.slug });
  useLayoutEffect(() => {
    if (address !== undefined && address !== addressOf(routeOf(pathOf(location))))
      history.replaceState(history.state, "", address + location.hash);
  }, [address]);
  if (chapter === undefined) {
    const problem = `“${book.title}” has no chapter “${route.chapter}”: ${rangeOf(book)}.`;
    return <Waiting loaded={{ state: "failed", problem }} />;
  }
  return <Opened key={`${book.folder}/${chapter.number}`} {...{ route, Screen }} number={chapter.number} />;
}

/** Only reading takes no guide. */
function Opened({ route, Screen, number }: ChapterOfBookProps & { readonly number: number }) {
  const { folder, screen } = route;
  const loaded = useChapter({ folder, number });
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  if (screen !== "read" && loaded.value.summary.length === 0)
    return (
      <>
        <ChapterHeader screen={screen} number={number} />
        <main class="message">
          <p>The guide has no section on this chapter, so it has no links.</p>
          <p>
            <a href={addressOf({ screen: "read", folder, number })}>Read it</a>, or add a guide on the{" "}
            <a href={addressOf({ screen: "book", folder })}>contents page</a>.
          </p>
        </main>
      </>
    );
  return <Screen chapter={loaded.value} again={loaded.again} />;
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
