import { type Finder, phraseFinder, wordsFinder } from "@plotline/text";
import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { addressOf, finding, soughtIn } from "../../route.ts";
import type { ChapterAnswer } from "../../server.ts";
import { Form } from "../controls/fields.tsx";
import { useHighlight } from "./highlight.ts";
import { idOf, type Place, show } from "./pages.tsx";

interface FindProps {
  readonly chapter: ChapterAnswer;
  readonly input: RefObject<HTMLInputElement>;
}

/** Finds words in both texts of a chapter and marks them; Enter goes to the next place. The address may bring the words. */
export function Find({ chapter, input }: FindProps) {
  const [wanted, setWanted] = useState(() => soughtIn(location.search));
  const [at, setAt] = useState(-1);
  const { find, places } = useMemo(() => findIn(chapter, wanted), [chapter, wanted]);
  useHighlight(find, [find, chapter]);
  useEffect(() => setAt(-1), [wanted]);
  const step = (by: number) => {
    if (places.length === 0) return;
    const next = (at + by + places.length) % places.length;
    setAt(next);
    const place = places[next];
    if (place === undefined) return;
    show(place);
    flash(place);
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

function flash({ side, index }: Place): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .getElementById(idOf({ side, index }))
    ?.animate([{ backgroundColor: "var(--light)" }, { backgroundColor: "transparent" }], { duration: 1600 });
}
