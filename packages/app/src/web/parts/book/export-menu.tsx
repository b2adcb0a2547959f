import type { WorkFormatName } from "@plotline/formats";
import { useState } from "preact/hooks";
import { type Base, here } from "../../route.ts";
import { apiOf, attempt } from "../../server.ts";
import { may } from "../../team/identity.ts";
import { Button, Download } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { useBook } from "./book.tsx";

interface ExportMenuProps {
  /** One chapter, or the book's chapters that have a summary. */
  readonly chapters: readonly number[];
  /** By which the page is linked; the usual one by default. */
  readonly method?: string;
}

/** Takes a chapter or a book out: one page to read without plotline, a handout, an EPUB, and gold as the authors write it. */
export function ExportMenu({ chapters, method }: ExportMenuProps) {
  const book = useBook();
  const [said, setSaid] = useState("");
  const isWhole = chapters.length > 1;
  const save = (making: () => Promise<void>) => attempt(() => making().then(() => setSaid("")), setSaid);
  const savePage = () =>
    save(async () => {
      const { saveReadingPage } = await import("./reading-page.ts");
      await saveReadingPage({ book, chapters, method }, setSaid);
    });
  const saveFile = (name: WorkFormatName, wanted = chapters) =>
    save(async () => {
      const { saveWorkFile } = await import("./work-file.ts");
      await saveWorkFile(name, { book, chapters: wanted, method }, setSaid);
    });
  return (
    <Menu label="Export">
      {chapters.length > 0 && (
        <>
          <Button label="Side-by-side page" note="one HTML file, works offline" onClick={savePage} />
          <Button label="Handout" note="the guide with its passages, to print" onClick={() => saveFile("handout")} />
        </>
      )}
      {isWhole && book.mayPassOn && (
        <Button
          label="EPUB"
          note="the guide as pop-up notes"
          onClick={() =>
            saveFile(
              "epub",
              book.chapters.map(({ number }) => number),
            )
          }
        />
      )}
      {may("curator") && book.chapters.some(({ hasGold }) => hasGold) && (
        <Download
          label="Gold of this book"
          note="in the authors’ format"
          href={`${apiOf(here)}/export/gold/${encodeURIComponent(book.folder)}`}
          name={`${book.title} gold.zip`}
        />
      )}
      <output aria-live="polite">{said}</output>
    </Menu>
  );
}

/** Takes a whole corpus out, and what people answered in the quiz. */
export function CorpusExportMenu({ base = here }: { base?: Base }) {
  const all = `${apiOf(base)}/export`;
  return (
    <Menu label="Export">
      <Download label="Gold of all works" note="in the authors’ format" href={`${all}/gold`} name="gold.zip" />
      <Download label="Everyone’s quiz answers" note="JSON Lines" href={`${all}/quiz`} name="quiz answers.jsonl" />
    </Menu>
  );
}
