import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Alignment, Link } from "../../src/corpus/types.ts";
import { useStored } from "../parts/appearance.tsx";
import { type Sides, useChapter, useLinks, useSides } from "../parts/chapter.ts";
import { ChapterHeader, Waiting } from "../parts/frame.tsx";
import { Pages, type Place, placeOf, show } from "../parts/pages.tsx";
import { useReadUpTo } from "../parts/read-up-to.ts";
import { ReaderTools } from "../parts/reader-tools.tsx";
import { Strip } from "../parts/strip.tsx";
import { Why } from "../parts/why.tsx";
import type { ChapterPlace } from "../route.ts";
import type { ChapterAnswer } from "../server.ts";

/** Summary beside story, to be read. */
export function Reader(place: ChapterPlace) {
  const loaded = useChapter(place);
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  return <OpenChapter chapter={loaded.value} />;
}

function OpenChapter({ chapter }: { chapter: ChapterAnswer }) {
  const [method, setMethod] = useState<string>();
  const [safe, setSafe] = useStored("spoiler-safe", false);
  const [why, setWhy] = useStored("why", false);
  const [pointed, setPointed] = useState<Place>();
  const links = useLinks(chapter, method) ?? none;
  const sides = useSides(chapter, links);
  const { chosen, asked, choose, nextUnsure } = useChoosing(links, sides);
  const markOf = useSpoilerMarks(chapter, sides, safe);
  useAddressedParagraph(chapter);
  const { folder, number, title } = chapter;
  return (
    <>
      <ChapterHeader screen="read" {...{ folder, number, title, method }}>
        <ReaderTools
          {...{ chapter, method, safe, why }}
          onMethod={setMethod}
          onNextUnsure={nextUnsure}
          onSafe={setSafe}
          onWhy={setWhy}
        />
      </ChapterHeader>
      <main>
        {chapter.goldIsFaulty && (
          <p class="note">The gold file of this chapter has a fault and is not used; plotline check names it.</p>
        )}
        <Pages {...{ chapter, sides, markOf }} active={pointed ?? chosen} onActive={setPointed} onChoose={choose}>
          <Strip sides={sides} />
        </Pages>
        {why && asked !== undefined && method !== "gold" && (
          <Why chapter={chapter} method={method} link={asked} onClose={() => setWhy(false)} />
        )}
      </main>
    </>
  );
}

const none: Alignment = [];
const unsure = 0.5;

/** The paragraph that was chosen, and its surest link, to which the other side has gone. */
function useChoosing(links: Alignment, { ofBullet, ofParagraph }: Sides) {
  const [chosen, setChosen] = useState<Place>();
  const [asked, setAsked] = useState<Link>();
  const choose = (place: Place) => {
    const partners = (place.side === "summary" ? ofBullet : ofParagraph)[place.index] ?? [];
    const surest = [...partners].sort((a, b) => b.confidence - a.confidence)[0];
    setChosen(place);
    setAsked(surest);
    if (surest === undefined) return;
    show(
      place.side === "summary" ? { side: "story", index: surest.story } : { side: "summary", index: surest.summary },
    );
  };
  const nextUnsure = () => {
    const after = chosen?.side === "summary" ? chosen.index : -1;
    const bullets = links.filter((link) => link.confidence < unsure).map((link) => link.summary);
    const index = bullets.find((bullet) => bullet > after) ?? bullets[0];
    if (index === undefined) return;
    show({ side: "summary", index });
    choose({ side: "summary", index });
  };
  return { chosen, asked, choose, nextUnsure };
}

/** In spoiler-safe mode, bullets beyond the place that was read are marked as hidden. */
function useSpoilerMarks(chapter: ChapterAnswer, { ofBullet }: Sides, safe: boolean): (place: Place) => string {
  const read = useReadUpTo(chapter);
  const furthest = safe ? read : Number.POSITIVE_INFINITY;
  const hidden = useMemo(() => new Set(bulletsBeyond(ofBullet, furthest)), [ofBullet, furthest]);
  return useCallback(({ side, index }) => (side === "summary" && hidden.has(index) ? "hidden" : ""), [hidden]);
}

/** Bullets whose first paragraph has not been read; a bullet without a home hides until the one before it shows. */
function bulletsBeyond(ofBullet: readonly Alignment[], furthest: number): number[] {
  const beyond: number[] = [];
  let reached = true;
  for (const [bullet, links] of ofBullet.entries()) {
    if (links.length > 0) reached = Math.min(...links.map((link) => link.story)) <= furthest;
    if (!reached) beyond.push(bullet);
  }
  return beyond;
}

/** An address that ends in #p12 or #s3 opens there. */
function useAddressedParagraph(chapter: ChapterAnswer): void {
  useEffect(() => {
    const place = placeOf(location.hash.slice(1));
    if (place !== undefined) show(place, false);
  }, [chapter]);
}
