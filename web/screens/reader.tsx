import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Link } from "../../src/corpus/types.ts";
import { useStored } from "../parts/appearance.tsx";
import { useChapter, useLinks, useMethods, useSides } from "../parts/chapter.ts";
import { Find } from "../parts/find.tsx";
import { ChapterHeader, Waiting } from "../parts/frame.tsx";
import { Pages, type Place, placeOf, show } from "../parts/pages.tsx";
import { useReadUpTo } from "../parts/read-up-to.ts";
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

const unsure = 0.5;

function OpenChapter({ chapter }: { chapter: ChapterAnswer }) {
  const [method, setMethod] = useState<string>();
  const { usual, names } = useMethods();
  const [pointed, setPointed] = useState<Place>();
  const [chosen, setChosen] = useState<Place>();
  const active = pointed ?? chosen;
  const [asked, setAsked] = useState<Link>();
  const [safe, setSafe] = useStored("spoiler-safe", false);
  const [why, setWhy] = useStored("why", false);
  const links = useLinks(chapter, method) ?? none;
  const sides = useSides(chapter, links);
  const furthest = useReadUpTo(chapter);
  const hidden = useMemo(
    () => new Set(safe ? bulletsBeyond(sides.ofBullet, furthest) : []),
    [safe, sides, safe ? furthest : 0],
  );
  const markOf = useCallback(
    ({ side, index }: Place) => (side === "summary" && hidden.has(index) ? "hidden" : ""),
    [hidden],
  );
  useAddressedParagraph(chapter);

  const choose = (place: Place) => {
    const partners = place.side === "summary" ? sides.ofBullet[place.index] : sides.ofParagraph[place.index];
    const surest = [...(partners ?? [])].sort((a, b) => b.confidence - a.confidence)[0];
    setChosen(place);
    setAsked(surest);
    if (surest !== undefined)
      show(
        place.side === "summary" ? { side: "story", index: surest.story } : { side: "summary", index: surest.summary },
      );
  };
  const nextUnsure = () => {
    const after = chosen?.side === "summary" ? chosen.index : -1;
    const bullets = [...links].filter((link) => link.confidence < unsure).map((link) => link.summary);
    const index = bullets.find((bullet) => bullet > after) ?? bullets[0];
    if (index === undefined) return;
    show({ side: "summary", index });
    choose({ side: "summary", index });
  };

  return (
    <>
      <ChapterHeader
        screen="read"
        folder={chapter.folder}
        number={chapter.number}
        title={chapter.title}
        method={method}
      >
        <Find chapter={chapter} />
        <label class="choice">
          <span class="unseen">Links by</span>
          <select value={method ?? usual} onChange={(event) => setMethod(event.currentTarget.value)}>
            {chapter.gold !== null && <option value="gold">gold</option>}
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={nextUnsure} title="Next link below 50 %">
          Next unsure
        </button>
        <button
          type="button"
          aria-pressed={safe}
          onClick={() => setSafe(!safe)}
          title="Bullets appear only up to the place you have read"
        >
          Spoiler-safe
        </button>
        <button type="button" aria-pressed={why} onClick={() => setWhy(!why)} title="Say why the chosen link was made">
          Why
        </button>
      </ChapterHeader>
      <main>
        {chapter.goldIsFaulty && (
          <p class="note">The gold file of this chapter has a fault and is not used; plotline check names it.</p>
        )}
        <Pages chapter={chapter} sides={sides} active={active} onActive={setPointed} onChoose={choose} markOf={markOf}>
          <Strip sides={sides} />
        </Pages>
        {why && asked !== undefined && method !== "gold" && (
          <Why chapter={chapter} method={method} link={asked} onClose={() => setWhy(false)} />
        )}
      </main>
    </>
  );
}

const none: readonly Link[] = [];

/** Bullets whose first paragraph has not been read; a bullet without a home hides until the one before it shows. */
function bulletsBeyond(ofBullet: readonly (readonly Link[])[], furthest: number): number[] {
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
