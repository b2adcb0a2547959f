import { type Alignment, missing, type Stretch } from "@plotline/align";
import { useMemo } from "preact/hooks";
import type { ChapterAnswer } from "../../server.ts";
import { Coverage, uncoveredIn, useBook } from "../book/book.tsx";
import { withItalics } from "../controls/italics.tsx";
import { Panel } from "../controls/panel.tsx";
import { counted } from "../controls/wording.ts";
import { idOf, type Place } from "./pages.tsx";

interface LeftOutProps {
  readonly chapter: ChapterAnswer;
  readonly links: Alignment;
  onPlace(place: Place): void;
  onClose(): void;
}

/** What the guide leaves out of a chapter, its points without a match, and the chapters that it does not cover at all. */
export function LeftOut({ chapter, links, onPlace, onClose }: LeftOutProps) {
  const book = useBook();
  const without = uncoveredIn(book);
  const { uncovered, unmatched } = useMemo(() => missing(chapter, links), [chapter, links]);
  const goTo = (place: Place) => (event: MouseEvent) => {
    event.preventDefault();
    onPlace(place);
  };
  return (
    <Panel label="What the guide leaves out" title="What the guide leaves out" onClose={onClose}>
      {chapter.summary.length === 0 ? (
        <p>The guide has no section on this chapter.</p>
      ) : (
        <>
          <section aria-label="Passages that no point covers">
            <h3>{uncovered.length === 0 ? "Every paragraph is covered." : "Passages that no point covers"}</h3>
            <ol>
              {uncovered.map((stretch) => (
                <li key={stretch.from}>
                  <a
                    href={`#${idOf({ side: "story", index: stretch.from })}`}
                    onClick={goTo({ side: "story", index: stretch.from })}
                  >
                    {rangeOf(stretch)}
                  </a>{" "}
                  <span class="quiet">{counted(stretch.words, "word")}</span>
                  <p dir="auto">{withItalics(beginningOf(chapter.story[stretch.from] ?? ""))}</p>
                </li>
              ))}
            </ol>
          </section>
          <section aria-label="Points with no matching passage">
            <h3>{unmatched.length === 0 ? "Every point has a match." : "Points with no matching passage found"}</h3>
            <ol>
              {unmatched.map((index) => (
                <li key={index}>
                  <a href={`#${idOf({ side: "summary", index })}`} onClick={goTo({ side: "summary", index })}>
                    Point {index + 1}
                  </a>
                  <p dir="auto">{withItalics(chapter.summary[index] ?? "")}</p>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
      {without.length > 0 && <Coverage chapters={book.chapters} uncovered={without} />}
    </Panel>
  );
}

function rangeOf({ from, to }: Stretch): string {
  return from === to ? `Paragraph ${from + 1}` : `Paragraphs ${from + 1}–${to + 1}`;
}

function beginningOf(text: string): string {
  if (text.length <= 160) return text;
  return `${text.slice(0, text.lastIndexOf(" ", 160))} …`;
}
