import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { aligningFailed } from "../../aligning.ts";
import { workerSays } from "../../asked-worker.ts";
import { home, isPage, isTab } from "../../backend.ts";
import {
  addressOf,
  type BookScreen,
  bookScreens,
  type ChapterScreen,
  type CorpusScreen,
  chapterScreens,
  corpusScreens,
  go,
} from "../../route.ts";
import { isTeam, may } from "../../team/identity.ts";
import { type BookChapter, chapterOf, nameOf, neighboursOf, useBook } from "../book/book.tsx";
import { CorpusExportMenu, ExportMenu } from "../book/export-menu.tsx";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { useEvent } from "../controls/events.ts";
import { Select } from "../controls/fields.tsx";
import { PersonMenu } from "./person.tsx";

type AnyScreen = CorpusScreen | BookScreen | ChapterScreen;

interface CorpusHeaderProps {
  readonly screen: CorpusScreen;
  readonly name?: string;
  /** The screen shows several corpora, and leads to the screens and the menu of each. */
  readonly isForAll?: boolean;
}

/** The line on top of a screen that is about a whole corpus, or about all of them. */
export function CorpusHeader({ screen, name, isForAll = false }: CorpusHeaderProps) {
  useTitle(corpusScreens[screen]);
  const where = (
    <>
      <h1>plotline</h1>
      {name !== undefined && <span class="quiet">{name}</span>}
    </>
  );
  const { library, team } = corpusScreens;
  const screens: Partial<typeof corpusScreens> = isForAll ? { library, team } : corpusScreens;
  return (
    <Header screens={screens} current={screen} toAddress={(each) => addressOf({ screen: each })} where={where}>
      {!isForAll && may("curator") && <CorpusExportMenu />}
    </Header>
  );
}

/** The line on top of a screen that is about one book. */
export function BookHeader({ screen, children }: { screen: BookScreen; children?: ComponentChildren }) {
  const { title, folder } = useBook();
  useTitle(screen === "book" ? undefined : bookScreens[screen], title);
  const where = (
    <>
      <a href={addressOf({ screen: "library" })}>{home}</a>
      <span aria-hidden="true">/</span>
      <h1 dir="auto">{title}</h1>
    </>
  );
  return (
    <Header
      screens={bookScreens}
      current={screen}
      toAddress={(each) => addressOf({ screen: each, folder })}
      where={where}
    >
      {children}
    </Header>
  );
}

interface HeaderProps<Screen extends string> {
  /** The screens next to this one, and their names. */
  readonly screens: Readonly<Partial<Record<Screen, string>>>;
  readonly current: Screen;
  toAddress(screen: Screen): string;
  readonly where: ComponentChildren;
  /** What is seen at all times, on a phone too. */
  readonly status?: ComponentChildren;
  /** The tools of the screen itself. */
  readonly children: ComponentChildren;
}

function Header<Screen extends AnyScreen>(props: HeaderProps<Screen>) {
  const { screens, current, toAddress, where, status, children } = props;
  const offered = (Object.keys(screens) as Screen[]).filter(isOpenTo);
  const [said, problem] = [useSaid(workerSays), useSaid(aligningFailed)];
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        {where}
      </nav>
      <nav class="screens" aria-label="Screens">
        {offered.map((each) => (
          <a key={each} href={toAddress(each)} aria-current={each === current ? "page" : undefined}>
            {screens[each]}
          </a>
        ))}
        {isPage && !("quiz" in screens) && <a href={addressOf({ screen: "quiz" })}>Quiz</a>}
      </nav>
      {status}
      <Tools>
        {children}
        <PersonMenu />
      </Tools>
      {said && <output class="quiet">{said}</output>}
      <Alert isNote>{problem && `Not aligned: ${problem}`}</Alert>
      {problem && <Button label="Try again" onClick={() => location.reload()} />}
    </header>
  );
}

interface ChapterHeaderProps {
  readonly number: number;
  readonly screen: ChapterScreen;
  readonly method?: string;
  readonly status?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The line on top of a chapter: where one is, the previous and the next chapter, and the screens. */
export function ChapterHeader({ number, screen, method, status, children }: ChapterHeaderProps) {
  const book = useBook();
  const chapter = chapterOf(book, number);
  const { folder, title } = book;
  useTitle(screen === "read" ? undefined : chapterScreens[screen], chapter && nameOf(chapter), title);
  const where = (
    <>
      <a class="up" href={addressOf({ screen: "library" })}>
        {home}
      </a>
      <span class="up" aria-hidden="true">
        /
      </span>
      <h1 dir="auto">
        <a class="to-book" href={addressOf({ screen: "book", folder })}>
          {title}
        </a>
      </h1>
      <ChapterChoice screen={screen} number={number} />
    </>
  );
  return (
    <Header
      screens={chapterScreens}
      current={screen}
      toAddress={(each) => addressOf({ screen: each, folder, chapter: chapter?.slug ?? String(number + 1) })}
      where={where}
      status={status}
    >
      {children}
      <ExportMenu chapters={chapter?.points === 0 ? [] : [number]} method={method} />
    </Header>
  );
}

/** The tools of a screen: in the line itself, or on a phone under one button, so that the texts have the space. */
function Tools({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button label="Tools" class="more" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} />
      <div class={`tools ${open ? "open" : ""}`} id={id}>
        {children}
      </div>
    </>
  );
}

/** The sentence that was dispatched last under this name. */
function useSaid(name: string): string | undefined {
  const [said, setSaid] = useState<string>();
  useEvent(name, (event) => event instanceof CustomEvent && setSaid(String(event.detail)));
  return said;
}

/** What the browser's tab says: the most particular first. */
function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined && part !== ""), "plotline"].join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Whether a screen is offered to whoever is here. */
function isOpenTo(screen: AnyScreen): boolean {
  if (screen === "team") return isTeam;
  if (screen === "results") return !isTab;
  if (screen === "matrix") return !isPage;
  if (screen === "annotate") return may("annotator");
  return (screen !== "settle" && screen !== "settling") || may("curator");
}

/** Every chapter of the book, whether or not a guide covers it. */
function ChapterChoice({ screen, number }: { screen: ChapterScreen; number: number }) {
  const book = useBook();
  const { folder, chapters } = book;
  const { previous, next } = neighboursOf(book, number);
  return (
    <>
      <Neighbour chapter={previous} screen={screen} label="Previous chapter" sign="‹" />
      <span class="chapter">
        <Select
          label="Chapter"
          value={number}
          options={chapters.map((each) => [each.number, `${nameOf(each)}${each.points === 0 ? " (no guide)" : ""}`])}
          onChoose={(chosen) => go({ screen, folder, number: chosen })}
        />
      </span>
      <Neighbour chapter={next} screen={screen} label="Next chapter" sign="›" />
    </>
  );
}

function Neighbour(props: { chapter: BookChapter | undefined; screen: ChapterScreen; label: string; sign: string }) {
  const { chapter, screen, label, sign } = props;
  const { folder } = useBook();
  if (chapter === undefined) return <span class="step" aria-hidden="true" />;
  const name = `${label}: ${nameOf(chapter)}`;
  return (
    <a class="step" href={addressOf({ screen, folder, chapter: chapter.slug })} aria-label={name} title={name}>
      {sign}
    </a>
  );
}
