import { useState } from "preact/hooks";
import type { WorkFormatName } from "../../../src/report/alignment/formats.ts";
import { type Base, here } from "../../route.ts";
import { answer, apiOf, attempt, type LibraryAnswer, serverOf, useFetched } from "../../server.ts";
import { Menu } from "../controls/menu.tsx";

interface ExportMenuProps {
  /** The corpus that the work is in. */
  readonly base?: Base;
  readonly folder: string;
  readonly title: string;
  /** One chapter, or a work's chapters that have a summary. */
  readonly chapters: readonly number[];
  readonly hasGold: boolean;
  /** By which the page is linked; the usual one by default. */
  readonly method?: string | undefined;
}

/** Takes a chapter or a work out: gold as the authors write it, JSON lines, and one page to read without plotline. */
export function ExportMenu({ base = here, folder, title, chapters, hasGold, method }: ExportMenuProps) {
  const [said, setSaid] = useState("");
  const [number, ...more] = chapters;
  const place = `${encodeURIComponent(folder)}${more.length === 0 && number !== undefined ? `/${number}` : ""}`;
  const [wasOpened, setOpened] = useState(false);
  const work = useWork(base, folder, wasOpened);
  const save = (making: () => Promise<void>) => attempt(() => making().then(() => setSaid("")), setSaid);
  const savePage = () =>
    save(async () => {
      const { saveReadingPage } = await import("./reading-page.ts");
      await saveReadingPage({ base, folder, title, chapters, method }, setSaid);
    });
  const saveFile = (name: WorkFormatName, all: readonly number[] = chapters) =>
    save(async () => {
      const { saveWorkFile } = await import("./work-file.ts");
      await saveWorkFile(name, { base, folder, title, chapters: all, method, rights: work?.rights ?? [] }, setSaid);
    });
  return (
    <Menu label="Export" onOpen={() => setOpened(true)}>
      {chapters.length > 0 && (
        <button type="button" onClick={savePage}>
          Side-by-side page <small>one HTML file, works offline</small>
        </button>
      )}
      {chapters.length > 0 && work !== undefined && (
        <button type="button" onClick={() => saveFile("handout")}>
          Handout <small>the guide with its passages, to print</small>
        </button>
      )}
      {more.length > 0 && work !== undefined && (
        <button type="button" onClick={() => saveFile("annotations")}>
          Web Annotations <small>for your own copy of the book</small>
        </button>
      )}
      {more.length > 0 && work?.mayPassOn === true && (
        <>
          <button type="button" onClick={() => saveFile("epub", work.chapters)}>
            EPUB <small>the guide as pop-up notes</small>
          </button>
          <button type="button" onClick={() => saveFile("tei", work.chapters)}>
            TEI <small>for editions</small>
          </button>
        </>
      )}
      {hasGold && (
        <a href={`${apiOf(base)}/export/gold/${place}`} download>
          Gold <small>in the authors’ format</small>
        </a>
      )}
      <a href={`${apiOf(base)}/export/rows/${place}`} download>
        JSON Lines <small>freely shareable texts only</small>
      </a>
      <a href={`${apiOf(base)}/export/rows/${place}?texts=all`} download>
        JSON Lines, all texts <small>for your own use</small>
      </a>
      <output aria-live="polite">{said}</output>
    </Menu>
  );
}

/** What may be done with a work; asked for when the menu is first opened, not for every work of a library. */
function useWork(base: Base, folder: string, isWanted: boolean): LibraryAnswer["works"][number] | undefined {
  const library = useFetched(
    async () => (isWanted ? answer(serverOf(base).library.$get()) : undefined),
    [base, isWanted],
  );
  return library?.works.find((each) => each.folder === folder);
}

/** Takes a whole corpus out, and what people answered in the quiz. */
export function CorpusExportMenu({ base = here }: { base?: Base }) {
  const all = `${apiOf(base)}/export`;
  return (
    <Menu label="Export">
      <a href={`${all}/gold`} download>
        Gold of all works <small>in the authors’ format</small>
      </a>
      <a href={`${all}/rows`} download>
        JSON Lines <small>freely shareable texts only</small>
      </a>
      <a href={`${all}/rows?texts=all`} download>
        JSON Lines, all texts <small>for your own use</small>
      </a>
      <a href={`${all}/quiz`} download>
        Everyone’s quiz answers <small>JSON Lines</small>
      </a>
    </Menu>
  );
}
