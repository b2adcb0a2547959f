import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { aligningFailed } from "../aligning.ts";
import {
  addressOf,
  type Base,
  type ChapterPlace,
  type ChapterScreen,
  type CorpusScreen,
  chapterScreens,
  corpusScreens,
  go,
  here,
} from "../route.ts";
import {
  allCorpora,
  answer,
  type CorporaAnswer,
  type LibraryAnswer,
  type Loaded,
  serverOf,
  useAnswer,
} from "../server.ts";
import { AppearanceControls } from "./appearance.tsx";
import { CorpusExportMenu, ExportMenu } from "./export-menu.tsx";
import { PersonMenu } from "./person.tsx";

const screenNames: Record<ChapterScreen, string> = {
  read: "Read",
  matrix: "Matrix",
  annotate: "Annotate",
  settle: "Settle",
};

const corpusScreenNames: Record<CorpusScreen, string> = { library: "Library", quiz: "Quiz", results: "Results" };

interface CorpusHeaderProps {
  readonly screen: CorpusScreen;
  readonly name?: string;
  /** The screen shows several corpora, and has a menu for each. */
  readonly isForAll?: boolean;
}

/** The line on top of a screen that is about a whole corpus, or about all of them. */
export function CorpusHeader({ screen, name, isForAll = false }: CorpusHeaderProps) {
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        <h1>plotline</h1>
        {name !== undefined && <span class="quiet">{name}</span>}
        {screen !== "library" && <CorpusChoice screen={screen} />}
      </nav>
      <nav class="screens" aria-label="Screens">
        {corpusScreens.map((each) => (
          <a key={each} href={addressOf({ screen: each })} aria-current={each === screen ? "page" : undefined}>
            {corpusScreenNames[each]}
          </a>
        ))}
      </nav>
      <Tools>
        {!isForAll && <CorpusExportMenu />}
        <PersonMenu />
        <AppearanceControls />
      </Tools>
    </header>
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

interface ChapterHeaderProps extends ChapterPlace {
  readonly screen: ChapterScreen;
  readonly title: string;
  readonly method?: string | undefined;
  /** What is seen at all times, on a phone too. */
  readonly lamp?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The line on top of a chapter: where one is, the chapter before and after, and the screens. */
export function ChapterHeader({ folder, number, screen, title, method, lamp, children }: ChapterHeaderProps) {
  const library = useLibrary();
  const work = library.state === "there" ? library.value.works.find((each) => each.folder === folder) : undefined;
  const problem = useAligningProblem();
  return (
    <header class="top">
      <nav class="where" aria-label="Where you are">
        <a href={addressOf({ screen: "library" })}>Library</a>
        <span aria-hidden="true">/</span>
        <h1 dir="auto">{title}</h1>
        <ChapterChoice {...{ folder, number, screen }} chapters={work?.summarised ?? []} />
      </nav>
      <nav class="screens" aria-label="Screens">
        {chapterScreens.map((each) => (
          <a
            key={each}
            href={addressOf({ screen: each, folder, number })}
            aria-current={each === screen ? "page" : undefined}
          >
            {screenNames[each]}
          </a>
        ))}
      </nav>
      {lamp}
      <Tools>
        {children}
        <ExportMenu
          {...{ folder, title, method }}
          chapters={[number]}
          hasGold={work?.annotated.includes(number) === true}
        />
        <PersonMenu />
        <AppearanceControls />
      </Tools>
      {problem !== undefined && (
        <p class="note" role="alert">
          Not aligned: {problem}
        </p>
      )}
    </header>
  );
}

/** The tools of a screen: in the line itself, or on a phone behind one button, so that the texts keep their room. */
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
  useEffect(() => {
    const hear = (event: Event) => event instanceof CustomEvent && setProblem(String(event.detail));
    addEventListener(aligningFailed, hear);
    return () => removeEventListener(aligningFailed, hear);
  }, []);
  return problem;
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

export function useLibraries(): Loaded<readonly CorpusLibrary[]> {
  return useAnswer(async () => {
    const { corpora } = await answer<CorporaAnswer>(allCorpora.$get());
    return Promise.all(
      corpora.map(async ({ base }) => ({ base, ...(await answer<LibraryAnswer>(serverOf(base).library.$get())) })),
    );
  }, []);
}

interface ChapterChoiceProps extends ChapterPlace {
  readonly screen: ChapterScreen;
  readonly chapters: readonly number[];
}

function ChapterChoice({ folder, number, screen, chapters }: ChapterChoiceProps) {
  const at = chapters.indexOf(number);
  return (
    <>
      <Neighbour place={chapters[at - 1]} {...{ screen, folder }} label="Chapter before" sign="‹" />
      <label class="chapter">
        <span class="unseen">Chapter</span>
        <select
          value={number}
          onChange={({ currentTarget: { value } }) => go({ screen, folder, number: Number(value) })}
        >
          {(at < 0 ? [number] : chapters).map((each) => (
            <option key={each} value={each}>
              {each + 1}
            </option>
          ))}
        </select>
      </label>
      <Neighbour place={chapters[at + 1]} {...{ screen, folder }} label="Next chapter" sign="›" />
    </>
  );
}

function Neighbour(props: {
  place: number | undefined;
  screen: ChapterScreen;
  folder: string;
  label: string;
  sign: string;
}) {
  const { place, screen, folder, label, sign } = props;
  if (place === undefined) return <span class="step" aria-hidden="true" />;
  return (
    <a class="step" href={addressOf({ screen, folder, number: place })} aria-label={label} title={label}>
      {sign}
    </a>
  );
}
