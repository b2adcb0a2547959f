import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { aligningFailed } from "../../aligning.ts";
import {
  addressOf,
  type Base,
  type BookScreen,
  bookScreens,
  type ChapterScreen,
  type CorpusScreen,
  chapterScreens,
  corpusScreens,
  go,
  here,
} from "../../route.ts";
import {
  allCorpora,
  answer,
  type CorporaAnswer,
  type LibraryAnswer,
  type Loaded,
  serverOf,
  useAnswer,
} from "../../server.ts";
import { isTeam, may } from "../../team/identity.ts";
import { type BookChapter, chapterOf, nameOf, useBook } from "../book/book.tsx";
import { CorpusExportMenu, ExportMenu } from "../book/export-menu.tsx";
import { useEvent } from "../controls/events.ts";
import { AppearanceControls } from "./appearance.tsx";
import { PersonMenu } from "./person.tsx";

const screenNames: Record<ChapterScreen, string> = {
  read: "Read",
  matrix: "Matrix",
  annotate: "Annotate",
  settle: "Settle",
};

const corpusScreenNames: Record<CorpusScreen, string> = {
  library: "Library",
  quiz: "Quiz",
  results: "Results",
  team: "Team",
  help: "Help",
};

const bookScreenNames: Record<BookScreen, string> = { book: "Contents", recap: "Recap", settling: "Annotation" };

interface CorpusHeaderProps {
  readonly screen: CorpusScreen;
  readonly name?: string;
  /** The screen shows several corpora, and has a menu for each. */
  readonly isForAll?: boolean;
}

/** The line on top of a screen that is about a whole corpus, or about all of them. */
export function CorpusHeader({ screen, name, isForAll = false }: CorpusHeaderProps) {
  useTitle(corpusScreenNames[screen]);
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        <h1>plotline</h1>
        {name !== undefined && <span class="quiet">{name}</span>}
        {screen !== "library" && screen !== "help" && <CorpusChoice screen={screen} />}
      </nav>
      <Screens
        screens={corpusScreens}
        names={corpusScreenNames}
        current={screen}
        toAddress={(each) => addressOf({ screen: each })}
      />
      <Tools>
        {!isForAll && screen !== "help" && may("curator") && <CorpusExportMenu />}
        <PersonMenu />
        <AppearanceControls />
      </Tools>
    </header>
  );
}

/** The line on top of a screen that is about one book. */
export function BookHeader({ screen, children }: { screen: BookScreen; children?: ComponentChildren }) {
  const { title, folder } = useBook();
  useTitle(screen === "book" ? undefined : bookScreenNames[screen], title);
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        <a href={addressOf({ screen: "library" })}>Library</a>
        <span aria-hidden="true">/</span>
        <h1 dir="auto">{title}</h1>
      </nav>
      <Screens
        screens={bookScreens}
        names={bookScreenNames}
        current={screen}
        toAddress={(each) => addressOf({ screen: each, folder })}
      />
      <Tools>
        {children}
        <PersonMenu />
        <AppearanceControls />
        <HelpLink />
      </Tools>
    </header>
  );
}

interface ScreensProps<Screen extends string> {
  readonly screens: readonly Screen[];
  readonly names: Readonly<Record<Screen, string>>;
  readonly current: Screen;
  toAddress(screen: Screen): string;
}

/** The screens next to this one that are offered to whoever is here. */
function Screens<Screen extends CorpusScreen | BookScreen | ChapterScreen>(props: ScreensProps<Screen>) {
  const { screens, names, current, toAddress } = props;
  return (
    <nav class="screens" aria-label="Screens">
      {screens.filter(isOpenTo).map((each) => (
        <a key={each} href={toAddress(each)} aria-current={each === current ? "page" : undefined}>
          {names[each]}
        </a>
      ))}
    </nav>
  );
}

function HelpLink() {
  return (
    <a class="help" href={addressOf({ screen: "help" })} aria-label="Help and keys" title="Help and keys (?)">
      ?
    </a>
  );
}

/** Which corpus a screen is about, where there are several. */
function CorpusChoice({ screen }: { screen: CorpusScreen }) {
  const loaded = useCorpora();
  if (loaded.state !== "there" || loaded.value.corpora.length < 2) return null;
  return (
    <label>
      <span class="unseen">Corpus</span>
      <select value={here} onChange={({ currentTarget: { value } }) => go({ screen }, "", value)}>
        {loaded.value.corpora.map(({ name, base }) => (
          <option key={base} value={base}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChapterHeaderProps {
  readonly number: number;
  readonly screen: ChapterScreen;
  readonly method?: string | undefined;
  /** What is seen at all times, on a phone too. */
  readonly lamp?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The line on top of a chapter: where one is, the previous and the next chapter, and the screens. */
export function ChapterHeader({ number, screen, method, lamp, children }: ChapterHeaderProps) {
  const book = useBook();
  const chapter = chapterOf(book, number);
  const problem = useAligningProblem();
  const { folder, title } = book;
  useTitle(screen === "read" ? undefined : screenNames[screen], chapter && nameOf(chapter), title);
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        <a class="up" href={addressOf({ screen: "library" })}>
          Library
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
      </nav>
      <Screens
        screens={chapterScreens}
        names={screenNames}
        current={screen}
        toAddress={(each) => addressOf({ screen: each, folder, chapter: chapter?.slug ?? String(number + 1) })}
      />
      {lamp}
      <Tools>
        {children}
        <ExportMenu {...{ folder, title, method }} chapters={[number]} hasGold={chapter?.hasGold === true} />
        <PersonMenu />
        <AppearanceControls />
        <HelpLink />
      </Tools>
      {problem !== undefined && (
        <p class="note" role="alert">
          Not aligned: {problem}
        </p>
      )}
    </header>
  );
}

/** The tools of a screen: in the line itself, or on a phone under one button, so that the texts have the space. */
function Tools({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button type="button" class="more" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Tools
      </button>
      <div class={`tools ${open ? "open" : ""}`} id={id}>
        {children}
      </div>
    </>
  );
}

function useAligningProblem(): string | undefined {
  const [problem, setProblem] = useState<string>();
  useEvent(aligningFailed, (event) => event instanceof CustomEvent && setProblem(String(event.detail)));
  return problem;
}

/** What the browser's tab says: the most particular first. */
function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined && part !== ""), "plotline"].join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Whether a screen is offered to whoever is here. */
function isOpenTo(screen: CorpusScreen | BookScreen | ChapterScreen): boolean {
  if (screen === "team") return isTeam;
  if (screen === "annotate") return may("annotator");
  return (screen !== "settle" && screen !== "settling") || may("curator");
}

export function Waiting({ loaded }: { loaded: Loaded<unknown> }) {
  if (loaded.state === "failed")
    return (
      <main class="message" role="alert">
        <p>{loaded.problem}</p>
        <p>
          <a href={addressOf({ screen: "library" })}>Back to the library</a>
        </p>
      </main>
    );
  return (
    <main class="message" aria-busy="true">
      <p>Opening …</p>
    </main>
  );
}

/** A screen about the links of a chapter on which the guide has no section. */
export function NeedsGuide({ screen, number }: { screen: ChapterScreen; number: number }) {
  const { folder } = useBook();
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
}

export function useLibrary(base: Base = here): Loaded<LibraryAnswer> {
  return useAnswer(() => answer<LibraryAnswer>(serverOf(base).library.$get()), [base]);
}

function useCorpora(): Loaded<CorporaAnswer> {
  return useAnswer(() => answer<CorporaAnswer>(allCorpora.$get()), []);
}

/** The works of one of the corpora that are served. */
export interface CorpusLibrary extends LibraryAnswer {
  readonly base: Base;
}

/** `asked` counts up when they are to be read again. */
export function useLibraries(asked = 0): Loaded<readonly CorpusLibrary[]> {
  return useAnswer(async () => {
    const { corpora } = await answer<CorporaAnswer>(allCorpora.$get());
    return Promise.all(
      corpora.map(async ({ base }) => ({ base, ...(await answer<LibraryAnswer>(serverOf(base).library.$get())) })),
    );
  }, [asked]);
}

/** Every chapter of the book, whether or not a guide covers it. */
function ChapterChoice({ screen, number }: { screen: ChapterScreen; number: number }) {
  const { folder, chapters } = useBook();
  const at = chapters.findIndex((each) => each.number === number);
  return (
    <>
      <Neighbour chapter={chapters[at - 1]} {...{ screen, folder }} label="Previous chapter" sign="‹" />
      <label class="chapter">
        <span class="unseen">Chapter</span>
        <select
          value={number}
          onChange={({ currentTarget: { value } }) => go({ screen, folder, number: Number(value) })}
        >
          {chapters.map((each) => (
            <option key={each.number} value={each.number}>
              {nameOf(each)}
              {each.points === 0 ? " (no guide)" : ""}
            </option>
          ))}
        </select>
      </label>
      <Neighbour chapter={chapters[at + 1]} {...{ screen, folder }} label="Next chapter" sign="›" />
    </>
  );
}

function Neighbour(props: {
  chapter: BookChapter | undefined;
  screen: ChapterScreen;
  folder: string;
  label: string;
  sign: string;
}) {
  const { chapter, screen, folder, label, sign } = props;
  if (chapter === undefined) return <span class="step" aria-hidden="true" />;
  return (
    <a
      class="step"
      href={addressOf({ screen, folder, chapter: chapter.slug })}
      aria-label={`${label}: ${nameOf(chapter)}`}
      title={`${label}: ${nameOf(chapter)}`}
    >
      {sign}
    </a>
  );
}
