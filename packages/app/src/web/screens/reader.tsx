import { type Alignment, byPlace, type Link, reachedPoints } from "@plotline/align";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type BookChapter, nameOf, neighboursOf, useBook } from "../parts/book/book.tsx";
import { readerKeys } from "../parts/controls/key-lists.ts";
import { useKeys } from "../parts/controls/keys.tsx";
import { Panel } from "../parts/controls/panel.tsx";
import { percent } from "../parts/controls/wording.ts";
import type { OfChapter } from "../parts/frame/chapter-of-book.tsx";
import { ChapterHeader } from "../parts/frame/headers.tsx";
import { hasLine } from "../parts/frame/lines-kept.ts";
import { useStored } from "../parts/frame/stored.ts";
import { useCarriedSentences } from "../parts/reading/carried.ts";
import { type Aligned, type Sides, useAligned, useSides } from "../parts/reading/chapter.ts";
import { GuideNote } from "../parts/reading/guide-note.tsx";
import { useInStep } from "../parts/reading/in-step.ts";
import { LeftOut } from "../parts/reading/left-out.tsx";
import { Pages, type Place, placeOf, show } from "../parts/reading/pages.tsx";
import { useReadUpTo } from "../parts/reading/read-up-to.ts";
import { type ReaderPanel, ReaderTools } from "../parts/reading/reader-tools.tsx";
import { Strip } from "../parts/reading/strip.tsx";
import { Why } from "../parts/reading/why.tsx";
import { addressOf, go } from "../route.ts";
import type { ChapterAnswer } from "../server.ts";

/** The guide next to the story, to be read. */
export function Reader({ chapter }: OfChapter) {
  const [method, setMethod] = useState<string>();
  const [safe, setSafe] = useStored("spoiler-safe", false);
  const [panel, setPanel] = useStored<ReaderPanel>("panel", "none");
  const [pointed, setPointed] = useState<Place>();
  const { links = none, guide } = useReadable(chapter, method);
  const sides = useSides(chapter, links);
  const choosing = useChoosing(links, sides);
  const { chosen, asked, said, choose, nextUnsure } = choosing;
  const markOf = useSpoilerMarks(chapter, sides, safe);
  const under = useDoubts(guide, sides);
  useAddressedParagraph(chapter);
  useInStep(sides);
  useCarriedSentences(chapter, links, pointed ?? chosen);
  const close = () => setPanel("none");
  useReaderKeys({
    number: chapter.number,
    panel,
    nextUnsure,
    setPanel,
    toggleSafe: () => setSafe(!safe),
  });
  return (
    <>
      <ChapterHeader screen="read" number={chapter.number} method={method}>
        <ReaderTools
          {...{ chapter, method, safe, panel }}
          onMethod={setMethod}
          onNextUnsure={nextUnsure}
          onSafe={setSafe}
          onPanel={setPanel}
        />
      </ChapterHeader>
      <main>
        <AboutChapter chapter={chapter}>{guide && <GuideNote guide={guide} />}</AboutChapter>
        <div class="desk">
          <Pages
            {...{ chapter, sides, markOf, under }}
            active={pointed ?? chosen}
            onActive={setPointed}
            onChoose={choose}
            foot={<NextChapter number={chapter.number} />}
          >
            {chapter.summary.length > 0 && <Strip sides={sides} />}
          </Pages>
          {panel === "why" && <Reasons {...{ chapter, method, close }} link={asked} />}
          {panel === "left-out" && <LeftOut {...{ chapter, links }} onPlace={choosing.goTo} onClose={close} />}
        </div>
        <output class="said" aria-live="polite">
          {said}
        </output>
      </main>
    </>
  );
}

interface ReaderState {
  readonly number: number;
  readonly panel: ReaderPanel;
  nextUnsure(): void;
  setPanel(panel: ReaderPanel): void;
  toggleSafe(): void;
}

/** The reader's keys. */
function useReaderKeys({ number, panel, nextUnsure, setPanel, toggleSafe }: ReaderState) {
  const book = useBook();
  const { previous, next } = neighboursOf(book, number);
  const open = (chapter: BookChapter | undefined) =>
    chapter && go({ screen: "read", folder: book.folder, chapter: chapter.slug });
  const toggle = (which: ReaderPanel) => setPanel(panel === which ? "none" : which);
  useKeys(readerKeys, {
    nextUnsure,
    why: () => toggle("why"),
    leftOut: () => toggle("left-out"),
    spoilerSafe: toggleSafe,
    previousChapter: () => open(previous),
    nextChapter: () => open(next),
    close: () => setPanel("none"),
  });
}

const none: Alignment = [];

/** The links as a reader should see them: a point without a matching passage has none. */
function useReadable(chapter: ChapterAnswer, method: string | undefined): Partial<Aligned> {
  const aligned = useAligned(chapter, method);
  return useMemo(() => {
    const lost = new Set(aligned?.guide?.unmatched);
    return aligned === undefined
      ? {}
      : { ...aligned, links: aligned.links.filter(({ summary }) => !lost.has(summary)) };
  }, [chapter, aligned]);
}

/** What is said under a point that has no matching passage, or only an uncertain one. */
function useDoubts(guide: Aligned["guide"], { ofPoint }: Sides): (place: Place) => ComponentChildren {
  return useCallback(
    ({ side, index }: Place) => {
      const surest = Math.max(...(ofPoint[index] ?? []).map(({ confidence }) => confidence));
      if (side !== "summary" || surest >= unsure) return null;
      if (surest >= 0) return <span class="unmatched">Uncertain: {percent(surest)}</span>;
      return guide?.unmatched.includes(index) === true && <span class="unmatched">No matching passage found</span>;
    },
    [guide, ofPoint],
  );
}

const unsure = 0.5;

/** What a reader should know of a chapter and of its guide, which `children` are about. */
function AboutChapter({ chapter, children }: { chapter: ChapterAnswer; children: ComponentChildren }) {
  const { folder, faulty, summary } = chapter;
  return (
    <>
      {faulty.map((part) => (
        <p key={part} class="note">
          The {part} file of this chapter has a fault and is not used; plotline check names it.
        </p>
      ))}
      {summary.length > 0 && children}
      {summary.length === 0 && !faulty.includes("guide") && (
        <p class="note">
          The guide has no section on this chapter. <a href={addressOf({ screen: "book", folder })}>Contents</a>
        </p>
      )}
    </>
  );
}

/** The reasons for the link that was chosen, or how to choose one. */
function Reasons(props: { chapter: ChapterAnswer; method: string | undefined; link: Link | undefined; close(): void }) {
  const { chapter, method, link, close } = props;
  if (link !== undefined && method !== "gold") return <Why {...{ chapter, method, link }} onClose={close} />;
  return (
    <Panel label="Why this link" title="Why" onClose={close}>
      <p class="quiet">
        {method === "gold"
          ? "These links were made by people, so there are no reasons to show. Choose a method under “Links by”."
          : "Select a point of the guide or a paragraph that has a link."}
      </p>
    </Panel>
  );
}

/** The paragraph that was chosen, and its surest link, to which the other side has moved. */
function useChoosing(links: Alignment, { ofPoint, ofParagraph }: Sides) {
  const [chosen, setChosen] = useState<Place>();
  const [asked, setAsked] = useState<Link>();
  const [said, setSaid] = useState("");
  const choose = (place: Place) => {
    const partners = (place.side === "summary" ? ofPoint : ofParagraph)[place.index] ?? [];
    const surest = [...partners].sort((a, b) => b.confidence - a.confidence)[0];
    setChosen(place);
    setAsked(surest);
    setSaid("");
    if (surest === undefined) return;
    show(
      place.side === "summary" ? { side: "story", index: surest.story } : { side: "summary", index: surest.summary },
    );
  };
  const goTo = (place: Place) => {
    show(place);
    choose(place);
  };
  const nextUnsure = () => {
    const doubtful = links.filter((link) => link.confidence < unsure).sort(byPlace);
    const next = doubtful.find((link) => asked !== undefined && byPlace(link, asked) > 0) ?? doubtful[0];
    if (next === undefined) return setSaid("No link has a confidence below 50 %.");
    setChosen({ side: "summary", index: next.summary });
    setAsked(next);
    show({ side: "summary", index: next.summary });
    show({ side: "story", index: next.story });
    const which = `${doubtful.indexOf(next) + 1} of ${doubtful.length}`;
    setSaid(
      `Uncertain link ${which}: point ${next.summary + 1} to paragraph ${next.story + 1}, confidence ${percent(next.confidence)}`,
    );
  };
  return { chosen, asked, said, choose, goTo, nextUnsure };
}

/** Where the story continues. */
function NextChapter({ number }: { number: number }) {
  const book = useBook();
  const { folder } = book;
  const { next } = neighboursOf(book, number);
  return (
    <p class="next-chapter">
      {next === undefined ? (
        <a href={addressOf({ screen: "book", folder })}>The end. Contents</a>
      ) : (
        <a href={addressOf({ screen: "read", folder, chapter: next.slug })}>Next: {nameOf(next)}</a>
      )}
    </p>
  );
}

/** In spoiler-safe mode, points beyond the place that was read are marked as hidden. */
function useSpoilerMarks(chapter: ChapterAnswer, { ofPoint }: Sides, safe: boolean): (place: Place) => string {
  const read = useReadUpTo(chapter);
  const furthest = safe ? read : Number.POSITIVE_INFINITY;
  const reached = useMemo(() => new Set(reachedPoints(ofPoint, furthest)), [ofPoint, furthest]);
  return useCallback(({ side, index }) => (side === "summary" && !reached.has(index) ? "hidden" : ""), [reached]);
}

/** An address that ends in #p12 or #s3 opens there, unless the page returns to a line at which it was left. */
function useAddressedParagraph(chapter: ChapterAnswer): void {
  useEffect(() => {
    const place = placeOf(location.hash.slice(1));
    if (place !== undefined && !hasLine(`.side.${place.side}`)) show(place, false);
  }, [chapter]);
}
