import { useMemo, useState } from "preact/hooks";
import type { ChapterAnswer } from "../server.ts";
import { idOf, type Place, show } from "./pages.tsx";

/** Finds words in both texts; Enter goes on to the next place. */
export function Find({ chapter }: { chapter: ChapterAnswer }) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(-1);
  const found = useMemo(() => placesOf(chapter, wanted), [chapter, wanted]);
  const step = (by: number) => {
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    const place = found[next];
    if (place === undefined) return;
    show(place);
    mark(place);
  };
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        step(1);
      }}
    >
      <label>
        <span class="unseen">Find in both texts</span>
        <input
          type="search"
          placeholder="Find"
          value={wanted}
          onInput={(event) => {
            setWanted(event.currentTarget.value);
            setAt(-1);
          }}
        />
      </label>
      <output class="quiet">{wanted.length < 2 ? "" : at < 0 ? found.length : `${at + 1}/${found.length}`}</output>
    </form>
  );
}

function placesOf({ summary, story }: ChapterAnswer, wanted: string): Place[] {
  const words = wanted.trim().toLowerCase();
  if (words.length < 2) return [];
  const having = (side: Place["side"], texts: readonly string[]) =>
    texts.flatMap((text, index) => (text.toLowerCase().includes(words) ? [{ side, index }] : []));
  return [...having("summary", summary), ...having("story", story)];
}

function mark({ side, index }: Place): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .getElementById(idOf({ side, index }))
    ?.animate([{ backgroundColor: "var(--light)" }, { backgroundColor: "transparent" }], { duration: 1600 });
}
