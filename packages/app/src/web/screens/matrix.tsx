import { type Cell, score } from "@plotline/align";
import { useState } from "preact/hooks";
import { chapterOf, useBook } from "../parts/book/book.tsx";
import { Button } from "../parts/controls/button.tsx";
import { withItalics } from "../parts/controls/italics.tsx";
import { decimal } from "../parts/controls/wording.ts";
import type { OfChapter } from "../parts/frame/chapter-of-book.tsx";
import { ChapterHeader } from "../parts/frame/headers.tsx";
import { useStored } from "../parts/frame/stored.ts";
import { methodLabel, useLinks, useMethods } from "../parts/reading/chapter.ts";
import { Grid } from "../parts/reading/grid.tsx";
import type { ChapterAnswer } from "../server.ts";

const atFirst = ["Random-5", "Diagonal-5", "TFIDF", "Chronological-TFIDF"];

/** The paper's second figure, live: any methods side by side, gold first. */
export function MatrixScreen({ chapter }: OfChapter) {
  const [stored, setChosen] = useStored<readonly string[] | null>("matrices", null);
  const methods = useMethods(chapter);
  const available = methods.names;
  const chosen = stored ?? [...atFirst, methods.usual];
  const [cell, setCell] = useState<Cell>();
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <>
      <ChapterHeader screen="matrix" number={chapter.number} />
      <main class="matrices">
        <fieldset class="methods">
          <legend class="unseen">Methods</legend>
          {available.map((name) => (
            <Button
              label={methodLabel(name, methods)}
              key={name}
              aria-pressed={chosen.includes(name)}
              onClick={() => toggle(name)}
            />
          ))}
        </fieldset>
        <Legend hasGold={chapter.gold !== null} />
        <div class="grids">
          {chapter.gold !== null && <Solved chapter={chapter} method="gold" cell={cell} onCell={setCell} />}
          {available
            .filter((name) => chosen.includes(name))
            .map((name) => (
              <Solved key={name} chapter={chapter} method={name} cell={cell} onCell={setCell} />
            ))}
        </div>
        <Pair chapter={chapter} cell={cell} />
      </main>
    </>
  );
}

/** What the colours mean. */
function Legend({ hasGold }: { hasGold: boolean }) {
  const ofGold = { wrong: "link that is not in gold", missed: "gold link that the method missed" };
  const meanings = { right: hasGold ? "link that is in gold too" : "link", ...(hasGold && ofGold) };
  return (
    <ul class="legend" aria-label="Legend">
      {Object.entries({ ...meanings, cross: "row and column you point at" }).map(([look, meaning]) => (
        <li key={look}>
          <span class={`swatch ${look}`} /> {meaning}
        </li>
      ))}
    </ul>
  );
}

interface SolvedProps {
  readonly chapter: ChapterAnswer;
  readonly method: string;
  readonly cell: Cell | undefined;
  onCell(cell: Cell | undefined): void;
}

function Solved({ chapter, method, cell, onCell }: SolvedProps) {
  const links = useLinks(chapter, method);
  const address = chapterOf(useBook(), chapter.number)?.address ?? "";
  const gold = chapter.gold ?? undefined;
  const judged = links === undefined || gold === undefined || method === "gold" ? undefined : score(links, gold);
  const figures = judged && [judged.precision, judged.recall, judged.f].map(decimal);
  return (
    <figure>
      <figcaption>
        <h2>{method}</h2>
        {method === "gold" && <p class="figures">{links?.length} links by hand</p>}
        {figures !== undefined && (
          <p class="figures">
            <abbr title="precision">P</abbr> {figures[0]} <abbr title="recall">R</abbr> {figures[1]}{" "}
            <abbr title="harmonic mean of both">F</abbr> {figures[2]}
          </p>
        )}
      </figcaption>
      {links === undefined ? (
        <p class="quiet">Aligning …</p>
      ) : (
        <Grid
          name={`${chapter.title}, ${address}, ${method}`}
          rows={chapter.summary.length}
          columns={chapter.story.length}
          links={links}
          {...(method !== "gold" && gold !== undefined && { gold })}
          cell={cell}
          onCell={onCell}
        />
      )}
    </figure>
  );
}

function Pair({ chapter, cell }: { chapter: ChapterAnswer; cell: Cell | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
    <section class="pair" aria-label="Both texts" aria-live="polite" tabIndex={0}>
      {cell === undefined ? (
        <p class="quiet">
          Rows are points of the guide, columns are paragraphs of the story. Point at a cell, or move there with Tab and
          the arrow keys, to read both.
        </p>
      ) : (
        <>
          <blockquote>
            <h3>Point {cell.summary + 1}</h3>
            <p dir="auto">{withItalics(chapter.summary[cell.summary] ?? "")}</p>
          </blockquote>
          <blockquote>
            <h3>Paragraph {cell.story + 1}</h3>
            <p dir="auto">{withItalics(chapter.story[cell.story] ?? "")}</p>
          </blockquote>
        </>
      )}
    </section>
  );
}
