import { useEffect, useState } from "preact/hooks";
import type { Alignment } from "../../../src/corpus/types.ts";
import { evidenceHere } from "../../aligning.ts";
import type { ChapterAnswer } from "../../server.ts";
import { alignable } from "./chapter.ts";
import { rangesIn } from "./highlight.ts";
import { idOf, type Place } from "./pages.tsx";

/** Marks, for the point or paragraph that a person looks at, the sentences of the story that carry its links. */
export function useCarriedSentences(chapter: ChapterAnswer, links: Alignment, active: Place | undefined): void {
  const known = useEvidence(chapter, links);
  useEffect(() => {
    if (active === undefined || !("highlights" in CSS)) return;
    const own = known.filter((link) => (active.side === "summary" ? link.summary : link.story) === active.index);
    CSS.highlights.set(name, new Highlight(...own.flatMap((link) => rangesOf(link, chapter.story))));
    return () => void CSS.highlights.delete(name);
  }, [chapter, known, active]);
}

const name = "carries";
const none: Alignment = [];

/** The links with their sentences, from the worker; none until they are there. */
function useEvidence(chapter: ChapterAnswer, links: Alignment): Alignment {
  const [known, setKnown] = useState(none);
  useEffect(() => {
    let wanted = true;
    setKnown(none);
    if (links.length > 0)
      evidenceHere(alignable(chapter).chapter, links).then(
        (found) => wanted && setKnown(found),
        () => {},
      );
    return () => {
      wanted = false;
    };
  }, [chapter, links]);
  return known;
}

function rangesOf({ story: index, sentences = [] }: Alignment[number], story: readonly string[]): Range[] {
  const element = document.querySelector(`#${idOf({ side: "story", index })}:not(.hidden) > p`);
  if (element === null) return [];
  return sentences.flatMap(({ start, end }) => {
    const sentence = withoutItalics((story[index] ?? "").slice(start, end));
    return rangesIn(element, (text) => {
      const from = text.indexOf(sentence);
      return from < 0 ? [] : [{ from, to: from + sentence.length }];
    });
  });
}

/** As the page shows it, where italics are elements. */
function withoutItalics(text: string): string {
  return text.replace(/_([^_\n]{1,300})_/g, "$1");
}
