import { acceptedFiles } from "@plotline/formats";
import { useCallback, useEffect, useState } from "preact/hooks";
import { methodsHere } from "../aligning.ts";
import { isTab } from "../backend.ts";
import { NewBook } from "../parts/add/new-book.tsx";
import { NewGuide } from "../parts/add/new-guide.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDrop } from "../parts/controls/drop.ts";
import { FileField } from "../parts/controls/fields.tsx";
import { addressOf, type Base } from "../route.ts";
import type { BookAnswer } from "../server.ts";

/** A work that is in the corpus already. */
type ThereWork = Pick<BookAnswer, "folder" | "title">;

interface AddBookProps {
  /** The corpus that they are added to. */
  readonly base: Base;
  readonly files: readonly File[];
  /** The work that they are for, where that was said. */
  readonly work?: ThereWork;
  onClose(): void;
}

/** A book and its guide, or a guide for a work that is there. */
export function AddBook({ base, files, work, onClose }: AddBookProps) {
  const [chosen, setChosen] = useState(() => chosenFrom(files, work === undefined ? {} : { work }));
  const drop = useCallback((dropped: readonly File[]) => setChosen((before) => chosenFrom(dropped, before)), []);
  useDrop(drop);
  // The aligner opens while the book is being read, so that the first chapter need not wait for it.
  useEffect(() => void methodsHere().catch(() => undefined), []);
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
          <h1>{chosen.work === undefined ? "Add a book" : "Add a guide"}</h1>
        </nav>
      </header>
      <main class="adding">
        <Slots chosen={chosen} onChoose={setChosen} />
        <Found base={base} {...chosen} />
      </main>
    </>
  );
}

function Found({ base, book, guide, work, isDropped = false }: Chosen & { readonly base: Base }) {
  if (work !== undefined && guide !== undefined)
    return <NewGuide key={keyOf(guide)} base={base} work={work.folder} guide={guide} />;
  if (book !== undefined)
    return <NewBook key={`${keyOf(book)} ${keyOf(guide)}`} {...{ base, book, guide }} isDropped={isTab && isDropped} />;
  return (
    <p class="quiet" role="status">
      {work === undefined
        ? "Choose a book: EPUB, Word, PDF, HTML, TEI or plain text."
        : "Choose its study guide: Word, PDF, HTML, Markdown or plain text."}
    </p>
  );
}

/** Other files are looked at again, with nothing decided yet. */
function keyOf(file: File | undefined): string {
  return file === undefined ? "" : `${file.name} ${file.size} ${file.lastModified}`;
}

/** What is to be added: a book with its guide, or a guide for a work that is there. */
interface Chosen {
  readonly book?: File;
  readonly guide?: File;
  /** In place of a book. */
  readonly work?: ThereWork;
  /** The book and its guide were dropped together. */
  readonly isDropped?: boolean;
}

/** Of two files the larger one is the book; one alone is the guide where the work is there already. */
function chosenFrom(files: readonly File[], before: Chosen): Chosen {
  const [book, guide] = [...files].sort((a, b) => b.size - a.size);
  if (guide !== undefined) return { ...(book && { book }), guide, isDropped: files.length === 2 };
  if (book === undefined) return before;
  if (before.work !== undefined) return { work: before.work, guide: book };
  return before.book === undefined ? { book } : chosenFrom([before.book, book], {});
}

/** Where the book and the guide are chosen. */
function Slots({ chosen, onChoose }: { chosen: Chosen; onChoose(chosen: Chosen): void }) {
  const { book, guide, work } = chosen;
  return (
    <div class="slots">
      <div class="slot">
        {work === undefined ? (
          <FileChoice name="Book" file={book} onFile={(file) => onChoose({ book: file, guide })} />
        ) : (
          <p>
            <span class="quiet">Book</span> <strong dir="auto">{work.title}</strong>
          </p>
        )}
      </div>
      <Button
        label="⇄"
        title="Swap book and guide"
        aria-label="Swap book and guide"
        disabled={book === undefined || guide === undefined}
        onClick={() => book && guide && onChoose({ book: guide, guide: book })}
      />
      <div class="slot">
        <FileChoice name="Study guide" file={guide} onFile={(file) => onChoose({ ...chosen, guide: file })} />
        {guide !== undefined && (
          <Button label="×" class="none" aria-label="Remove the study guide" onClick={() => onChoose({ book, work })} />
        )}
      </div>
    </div>
  );
}

function FileChoice({ name, file, onFile }: { name: string; file: File | undefined; onFile(file: File): void }) {
  return (
    <FileField accept={acceptedFiles} onFile={onFile}>
      <span class="quiet">{name}</span>
      {file === undefined ? <span>Choose a file …</span> : <strong dir="auto">{file.name}</strong>}
    </FileField>
  );
}
