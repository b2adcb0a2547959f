import type { InferResponseType } from "hono/client";
import { useCallback, useEffect, useState } from "preact/hooks";
import { bookAndGuide, useDrop } from "../parts/drop.ts";
import { MatchTable, mapOf, type Targets } from "../parts/match-table.tsx";
import { addressOf, go } from "../route.ts";
import { answer, server } from "../server.ts";

export type Look = InferResponseType<typeof server.import.look.$post, 200>;
type Written = InferResponseType<typeof server.import.write.$post, 200>;

/** What a person decided; everything else is found. */
interface Choices {
  readonly title?: string;
  readonly kind?: "novel" | "play" | "story";
  readonly headings?: string;
  readonly targets: Targets;
}

const nothingChosen: Choices = { targets: new Map() };

export interface AddBookProps {
  readonly files: readonly File[];
  onClose(): void;
}

/** A book and its guide, looked at and corrected before they are written. */
export function AddBook({ files, onClose }: AddBookProps) {
  const [{ book, guide }, setPair] = useState(() => bookAndGuide(files));
  const [choices, setChoices] = useState(nothingChosen);
  const [accept, setAccept] = useState(false);
  const [writing, setWriting] = useState(false);
  const { look, problem, looking, setProblem } = useLook(book, guide, choices);
  const putFiles = (pair: { book?: File; guide?: File }) => {
    setChoices(nothingChosen);
    setPair(pair);
  };
  const replace = useCallback((dropped: readonly File[]) => {
    setChoices(nothingChosen);
    setPair((before) => bookAndGuide(dropped.length === 1 && before.book ? [before.book, ...dropped] : dropped));
  }, []);
  useDrop(replace);
  const unsure = look?.sections.filter(({ sure }) => !sure).length ?? 0;
  const write = async () => {
    if (book === undefined) return;
    setWriting(true);
    try {
      const form = { ...formOf(book, guide, choices), ...(accept && { unsure: "accept" as const }) };
      const { folder, chapters } = await answer<Written>(server.import.write.$post({ form }));
      go({ screen: "read", folder, number: chapters[0] ?? 0 });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setWriting(false);
    }
  };
  return (
    <>
      <header class="top">
        <nav class="where" aria-label="Where you are">
          <a
            href={addressOf({ screen: "library" })}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              onClose();
            }}
          >
            Library
          </a>
          <span aria-hidden="true">/</span>
          <h1>Add a book</h1>
        </nav>
      </header>
      <main class="adding" aria-busy={looking}>
        <div class="slots">
          <Slot name="Book" file={book} onFile={(file) => putFiles({ book: file, ...(guide && { guide }) })} />
          <button
            type="button"
            title="The guide is the book, and the book the guide"
            aria-label="Swap book and guide"
            disabled={book === undefined || guide === undefined}
            onClick={() => guide !== undefined && book !== undefined && putFiles({ book: guide, guide: book })}
          >
            ⇄
          </button>
          <Slot
            name="Study guide"
            file={guide}
            onFile={(file) => putFiles({ ...(book && { book }), guide: file })}
            onNone={() => putFiles({ ...(book && { book }) })}
          />
        </div>
        {problem !== undefined && (
          <p class="note" role="alert">
            {problem}
          </p>
        )}
        {look === undefined ? (
          <p class="quiet" role="status">
            {looking ? "Reading …" : book === undefined ? "Choose a book: plain text, HTML or EPUB." : ""}
          </p>
        ) : (
          <>
            <Facts look={look} choices={choices} onChange={(change) => setChoices({ ...choices, ...change })} />
            <Chapters look={look} onHeadings={(headings) => setChoices({ ...choices, headings, targets: new Map() })} />
            {look.sections.length > 0 && (
              <MatchTable
                look={look}
                targets={choices.targets}
                onTargets={(targets) => setChoices({ ...choices, targets })}
              />
            )}
            <footer class="decide">
              {unsure > 0 && (
                <label>
                  <input
                    type="checkbox"
                    checked={accept}
                    onChange={(event) => setAccept(event.currentTarget.checked)}
                  />{" "}
                  Take the {unsure} unsure {unsure === 1 ? "match" : "matches"} as shown
                </label>
              )}
              <button
                type="button"
                class="main"
                disabled={writing || looking || look.titleIsTaken || look.title === "" || (unsure > 0 && !accept)}
                onClick={write}
              >
                {writing ? "Adding …" : "Add to the library"}
              </button>
            </footer>
          </>
        )}
      </main>
    </>
  );
}

/** Reads the files again whenever something was decided; the last answer stays while the next is on its way. */
function useLook(book: File | undefined, guide: File | undefined, choices: Choices) {
  const [look, setLook] = useState<Look>();
  const [problem, setProblem] = useState<string>();
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    if (book === undefined) return;
    let wanted = true;
    setLooking(true);
    const ask = () => answer<Look>(server.import.look.$post({ form: formOf(book, guide, choices) }));
    const timer = setTimeout(
      () =>
        ask()
          .then(
            (found) => {
              if (!wanted) return;
              setLook(found);
              setProblem(found.titleIsTaken ? `The library has a work called “${found.title}” already.` : undefined);
            },
            (error: Error) => {
              if (!wanted) return;
              setProblem(error.message);
              if (choices === nothingChosen) setLook(undefined);
            },
          )
          .finally(() => wanted && setLooking(false)),
      150,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [book, guide, choices]);
  return { look, problem, looking, setProblem };
}

function formOf(book: File, guide: File | undefined, { title, kind, headings, targets }: Choices) {
  const map = mapOf(targets);
  return {
    book,
    ...(guide && { guide }),
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { kind }),
    ...(headings !== undefined && { headings }),
    ...(map !== "" && { map }),
  };
}

function Slot(props: { name: string; file: File | undefined; onFile(file: File): void; onNone?(): void }) {
  const { name, file, onFile, onNone } = props;
  return (
    <div class="slot">
      <label>
        <span class="quiet">{name}</span>
        <strong dir="auto">{file?.name ?? "Choose a file …"}</strong>
        <input
          class="unseen"
          type="file"
          accept=".txt,.utf8,.html,.htm,.xhtml,.epub,.md,.markdown,text/*,application/epub+zip"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen !== undefined) onFile(chosen);
          }}
        />
      </label>
      {file !== undefined && onNone !== undefined && (
        <button type="button" aria-label={`Without the ${name.toLowerCase()}`} onClick={onNone}>
          ×
        </button>
      )}
    </div>
  );
}

function Facts(props: { look: Look; choices: Choices; onChange(change: Partial<Choices>): void }) {
  const { look, choices, onChange } = props;
  const words = look.chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  return (
    <section class="facts" aria-label="The book">
      <label>
        Title
        <input
          type="text"
          maxLength={1000}
          value={choices.title ?? look.title}
          onInput={(event) => onChange({ title: event.currentTarget.value })}
        />
      </label>
      <label>
        Kind
        <select
          value={choices.kind ?? look.kind}
          onChange={(event) => onChange({ kind: kinds.find((kind) => kind === event.currentTarget.value) ?? "novel" })}
        >
          {kinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      <p class="quiet">
        {[
          look.author && `by ${look.author}`,
          `${look.chapters.length} chapters`,
          `${words.toLocaleString("en")} words`,
          `${look.format}, ${look.encoding}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Remarks title="Look at this" items={[...look.warnings, ...look.notes]} open />
      <Remarks title={`Left out of the book: ${look.stripped.length}`} items={look.stripped} />
    </section>
  );
}

const kinds = ["novel", "play", "story"] as const;

function Remarks({ title, items, open = false }: { title: string; items: readonly string[]; open?: boolean }) {
  if (items.length === 0) return null;
  return (
    <details class="remarks" open={open}>
      <summary>{title}</summary>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  );
}

function Chapters({ look, onHeadings }: { look: Look; onHeadings(headings: string | undefined): void }) {
  const found = look.chapters.map(({ heading }) => heading).join("\n");
  const [text, setText] = useState<string>();
  return (
    <section aria-label="Chapters">
      <h2>Chapters</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Heading</th>
              <th scope="col">Line</th>
              <th scope="col">Paragraphs</th>
              <th scope="col">Words</th>
            </tr>
          </thead>
          <tbody>
            {look.chapters.map(({ heading, opening, line, paragraphs, words, evidence }, k) => (
              <tr key={`${k} ${line}`}>
                <td>{k + 1}</td>
                <td dir="auto" title={evidence.join("\n")}>
                  {heading || <em>no heading</em>} <span class="quiet">{opening}</span>
                  <span class="evidence">{evidence.join("; ")}</span>
                </td>
                <td>{line}</td>
                <td>{paragraphs}</td>
                <td>{words.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details class="remarks">
        <summary>Correct the chapters</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onHeadings(text === undefined || text.trim() === "" ? undefined : text);
          }}
        >
          <label>
            The headings as the book has them, one a line; nothing else begins a chapter.
            <textarea
              rows={Math.min(14, look.chapters.length + 2)}
              value={text ?? found}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Look for these</button>{" "}
          <button
            type="button"
            onClick={() => {
              setText(undefined);
              onHeadings(undefined);
            }}
          >
            As it was found
          </button>
        </form>
      </details>
    </section>
  );
}
