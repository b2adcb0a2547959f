import { type Finder, phraseFinder, wordsFinder } from "@plotline/text";
import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isPage } from "../../backend.ts";
import { addressOf, finding, soughtIn } from "../../route.ts";
import type { ChapterAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Form, Select } from "../controls/fields.tsx";
import { methodLabel, useMethods } from "./chapter.ts";
import { rangesIn, useHighlight } from "./highlight.ts";
import { type Place, show } from "./pages.tsx";

/** What is shown next to the texts. */
export type ReaderPanel = "why" | "left-out" | "none";

interface ReaderToolsProps {
  readonly chapter: ChapterAnswer;
  /** Undefined: the usual one. */
  readonly method: string | undefined;
  readonly safe: boolean;
  readonly panel: ReaderPanel;
  readonly findInput: RefObject<HTMLInputElement>;
  onMethod(name: string): void;
  onNextUnsure(): void;
  onSafe(is: boolean): void;
  onPanel(panel: ReaderPanel): void;
}

/** What a reader can do with a chapter, besides reading it. */
export function ReaderTools(props: ReaderToolsProps) {
  const { chapter, method, safe, panel, findInput, onMethod, onNextUnsure, onSafe, onPanel } = props;
  const methods = useMethods(chapter);
  if (chapter.summary.length === 0) return <Find chapter={chapter} input={findInput} />;
  const toggle = (which: ReaderPanel) => onPanel(panel === which ? "none" : which);
  return (
    <>
      <Find chapter={chapter} input={findInput} />
      {!isPage && (
        <span class="choice">
          <Select
            label="Links by"
            value={method ?? methods.usual}
            options={[...(chapter.gold === null ? [] : ["gold"]), ...methods.names].map((name) => [
              name,
              methodLabel(name, methods),
            ])}
            onChoose={onMethod}
          />
        </span>
      )}
      <Button label="Next uncertain" onClick={onNextUnsure} title="Next link with a confidence below 50 % (n)" />
      <Button
        label="Spoiler-safe"
        aria-pressed={safe}
        onClick={() => onSafe(!safe)}
        title="Hide points of the guide that you have not reached yet (s)"
      />
      <Button
        label="Left out"
        aria-pressed={panel === "left-out"}
        onClick={() => toggle("left-out")}
        title="Show what the guide leaves out, and its points without a match (o)"
      />
      {!isPage && (
        <Button
          label="Why"
          aria-pressed={panel === "why"}
          onClick={() => toggle("why")}
          title="Explain why the selected link was made (w)"
        />
      )}
    </>
  );
}

const shownText = ".paragraph:not(.hidden) > p";

/** Finds words in both texts of a chapter and marks them; Enter goes to the next place. The address may bring the words. */
function Find({ chapter, input }: { chapter: ChapterAnswer; input: RefObject<HTMLInputElement> }) {
  const [wanted, setWanted] = useState(() => soughtIn(location.search));
  const [at, setAt] = useState(-1);
  const { find, places } = useMemo(() => findIn(chapter, wanted), [chapter, wanted]);
  const ranges = () =>
    find === undefined ? [] : [...document.querySelectorAll(shownText)].flatMap((text) => rangesIn(text, find));
  useHighlight("found", ranges, [find, chapter]);
  useEffect(() => setAt(-1), [wanted]);
  const step = (by: number) => {
    if (places.length === 0) return;
    const next = (at + by + places.length) % places.length;
    setAt(next);
    const place = places[next];
    if (place !== undefined) show(place);
  };
  return (
    <Form class="find" onSend={() => step(1)}>
      <span class="counted">
        <label>
          <span class="unseen">Find in this chapter</span>
          <input
            ref={input}
            type="search"
            placeholder="Find"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.blur();
              if (event.key !== "Enter" || !event.shiftKey) return;
              event.preventDefault();
              step(-1);
            }}
          />
        </label>
        <output class="quiet" aria-label="Places found">
          {find === undefined ? "" : at < 0 ? places.length : `${at + 1}/${places.length}`}
        </output>
      </span>
      {find !== undefined && (
        <a href={finding(addressOf({ screen: "book", folder: chapter.folder }), wanted.trim())}>Whole book</a>
      )}
    </Form>
  );
}

/** The words one after the other, or, where that is nowhere in the chapter, all of them in one paragraph. */
function findIn(chapter: ChapterAnswer, wanted: string): { find: Finder | undefined; places: readonly Place[] } {
  if (wanted.trim().length < 2) return { find: undefined, places: [] };
  const phrase = phraseFinder(wanted);
  const places = placesOf(chapter, phrase);
  if (places.length > 0 || !/\S\s+\S/.test(wanted)) return { find: phrase, places };
  const words = wordsFinder(wanted);
  return { find: words, places: placesOf(chapter, words) };
}

function placesOf({ summary, story }: ChapterAnswer, find: Finder): Place[] {
  const having = (side: Place["side"], texts: readonly string[]) =>
    texts.flatMap((text, index) => (find(text).length > 0 ? [{ side, index }] : []));
  return [...having("summary", summary), ...having("story", story)];
}
