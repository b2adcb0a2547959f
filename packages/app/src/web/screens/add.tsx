import { useCallback, useState } from "preact/hooks";
import { isTab } from "../backend.ts";
import { NewBook } from "../parts/add/new-book.tsx";
import { NewGuide } from "../parts/add/new-guide.tsx";
import { type Chosen, chosenFrom, Slots } from "../parts/add/slots.tsx";
import { useDrop } from "../parts/controls/drop.ts";
import { addressOf, type Base } from "../route.ts";

interface AddBookProps {
  /** The corpus that they are added to. */
  readonly base: Base;
  readonly files: readonly File[];
  /** The folder of the work that they are for, where that was said. */
  readonly work?: string;
  onClose(): void;
}

/** A book and its guide, or a guide for a work that is there. */
export function AddBook({ base, files, work, onClose }: AddBookProps) {
  const [chosen, setChosen] = useState(() => chosenFrom(files, work === undefined ? {} : { work }));
  const drop = useCallback((dropped: readonly File[]) => setChosen((before) => chosenFrom(dropped, before)), []);
  useDrop(drop);
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
        <Slots base={base} chosen={chosen} onChoose={setChosen} />
        <Found base={base} {...chosen} />
      </main>
    </>
  );
}

function Found({ base, book, guide, work, isDropped = false }: Chosen & { readonly base: Base }) {
  if (work !== undefined && guide !== undefined)
    return <NewGuide key={`${work} ${keyOf(guide)}`} base={base} work={work} guide={guide} />;
  if (book !== undefined)
    return (
      <NewBook
        key={`${keyOf(book)} ${keyOf(guide)}`}
        base={base}
        book={book}
        guide={guide}
        isDropped={isTab && isDropped}
      />
    );
  return (
    <p class="quiet" role="status">
      {work === undefined
        ? "Choose a book: EPUB, Word, PDF, HTML, TEI or plain text."
        : "Choose its study guide: Word, PDF, HTML, Markdown, TEI or plain text."}
    </p>
  );
}

/** Other files are looked at again, with nothing decided yet. */
function keyOf(file: File | undefined): string {
  return file === undefined ? "" : `${file.name} ${file.size} ${file.lastModified}`;
}
