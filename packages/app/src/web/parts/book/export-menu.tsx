import type { WorkFormatName } from "@plotline/formats";
import { useState } from "preact/hooks";
import { type Base, here } from "../../route.ts";
import { answer, apiOf, attempt, type LibraryAnswer, serverOf, useFetched } from "../../server.ts";
import { may } from "../../team/identity.ts";
import { Button, Download } from "../controls/button.tsx";
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
  readonly method?: string;
}

/** Takes a chapter or a work out: gold as the authors write it, JSON lines, and one page to read without plotline. */
export function ExportMenu({ base = here, folder, title, chapters, hasGold, method }: ExportMenuProps) {
  const [said, setSaid] = useState("");
  const [number, ...more] = chapters;
  const place = `${encodeURIComponent(folder)}${more.length === 0 && number !== undefined ? `/${number}` : ""}`;
  const all = `${apiOf(base)}/export`;
  const [wasOpened, setOpened] = useState(false);
  const work = useWork(base, folder, wasOpened);
  const save = (making: () => Promise<void>) => attempt(() => making().then(() => setSaid("")), setSaid);
  const savePage = () =>
    save(async () => {
      const { saveReadingPage } = await import("./reading-page.ts");
      await saveReadingPage({ base, folder, title, chapters, method }, setSaid);
    });
  const saveFile = (name: WorkFormatName, whole: readonly number[] = chapters) =>
    save(async () => {
      const { saveWorkFile } = await import("./work-file.ts");
      await saveWorkFile(name, { base, folder, title, chapters: whole, method, rights: work?.rights ?? [] }, setSaid);
    });
  return (
    <Menu label="Export" onOpen={() => setOpened(true)}>
      {chapters.length > 0 && (
        <Button label="Side-by-side page" note="one HTML file, works offline" onClick={savePage} />
      )}
      {chapters.length > 0 && work !== undefined && (
        <Button label="Handout" note="the guide with its passages, to print" onClick={() => saveFile("handout")} />
      )}
      {more.length > 0 && work?.mayPassOn === true && (
        <Button label="EPUB" note="the guide as pop-up notes" onClick={() => saveFile("epub", work.chapters)} />
      )}
      {may("curator") && hasGold && (
        <Download label="Gold" note="in the authors’ format" href={`${all}/gold/${place}`} />
      )}
      {may("curator") && <Rows href={`${all}/rows/${place}`} />}
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
      <Download label="Gold of all works" note="in the authors’ format" href={`${all}/gold`} />
      <Rows href={`${all}/rows`} />
      <Download label="Everyone’s quiz answers" note="JSON Lines" href={`${all}/quiz`} />
    </Menu>
  );
}

function Rows({ href }: { href: string }) {
  return (
    <>
      <Download label="JSON Lines" note="freely shareable texts only" href={href} />
      <Download label="JSON Lines, all texts" note="for your own use" href={`${href}?texts=all`} />
    </>
  );
}
