import { type Alignment, noPins, reachedPoints } from "@plotline/align";
import type { WorkPlaces } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { type BookChapter, chapterOf, nameOf, useBook } from "../parts/book/book.tsx";
import { type Option, SelectField } from "../parts/controls/fields.tsx";
import { withItalics } from "../parts/controls/italics.tsx";
import { numbered } from "../parts/controls/wording.ts";
import { BookHeader } from "../parts/frame/headers.tsx";
import { Pending } from "../parts/frame/waiting.tsx";
import { linksBy, readChapter } from "../parts/reading/chapter.ts";
import { usePlaces } from "../parts/reading/places.ts";
import { addressOf } from "../route.ts";
import { type ChapterAnswer, useAnswer } from "../server.ts";

/** How many chapters are open at once; earlier ones open at a click. */
const openChapters = 2;

/** The guide's points for what has been read, each with its passage one tap away. */
export function Recap() {
  const book = useBook();
  const [places] = usePlaces();
  const place = places[book.folder];
  const [upTo, setUpTo] = useState<number>();
  const covered = book.chapters.filter(({ points }) => points > 0);
  const current = upTo ?? place?.last;
  const read = current === undefined ? [] : covered.filter(({ number }) => number <= current);
  const options = book.chapters.map((chapter): Option<number | undefined> => {
    const { number } = chapter;
    return [number, `${nameOf(chapter)}${number === place?.last ? " (where you are)" : ""}`];
  });
  return (
    <>
      <BookHeader screen="recap" />
      <main class="recap">
        <h2>The story so far</h2>
        <SelectField
          label="Up to"
          value={current}
          options={current === undefined ? [[undefined, "choose a chapter"], ...options] : options}
          onChoose={setUpTo}
        />
        <Hint {...{ place, read, covered }} current={current === undefined ? undefined : chapterOf(book, current)} />
        {read.map((chapter, k) => (
          <ChapterRecap
            key={`${chapter.number} ${current}`}
            chapter={chapter}
            furthest={furthestIn(chapter, current, upTo, place)}
            isOpen={k >= read.length - openChapters}
          />
        ))}
      </main>
    </>
  );
}

function Hint(props: {
  place: WorkPlaces | undefined;
  current: BookChapter | undefined;
  read: readonly BookChapter[];
  covered: readonly BookChapter[];
}) {
  const { place, current, read, covered } = props;
  if (covered.length === 0) return <p>This book has no study guide yet, so there is nothing to recap.</p>;
  if (place === undefined && current === undefined)
    return <p>You have not started this book. As you read, the guide’s points for what you have read appear here.</p>;
  if (read.length === 0) return <p>The guide has no section on anything up to {current?.address}.</p>;
  return <p class="quiet">Points of the guide for what you have read, and nothing beyond it.</p>;
}

/** Chapters before the present one were read to their end; one that was chosen by hand too. */
function furthestIn(
  { number }: BookChapter,
  current: number | undefined,
  chosen: number | undefined,
  place: WorkPlaces | undefined,
): number {
  if (number !== current || (chosen !== undefined && chosen !== place?.last)) return Number.POSITIVE_INFINITY;
  return place?.read[number] ?? 0;
}

interface ChapterPoints {
  readonly chapter: ChapterAnswer;
  readonly ofPoint: readonly Alignment[];
}

function ChapterRecap(props: { chapter: BookChapter; furthest: number; isOpen: boolean }) {
  const { chapter, furthest } = props;
  const [wasOpened, setOpened] = useState(props.isOpen);
  return (
    <details class="folds" open={props.isOpen} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <h3 dir="auto">{nameOf(chapter)}</h3>
      </summary>
      {wasOpened && <Points chapter={chapter} furthest={furthest} />}
    </details>
  );
}

/** Asked for when the chapter is first opened. */
function Points({ chapter, furthest }: { chapter: BookChapter; furthest: number }) {
  const { folder } = useBook();
  const points = useAnswer(() => readPoints(folder, chapter.number), [folder, chapter.number]);
  if (points.state !== "there") return <Pending loaded={points} />;
  return <ReachedPoints points={points.value} furthest={furthest} slug={chapter.slug} />;
}

function ReachedPoints({ points, furthest, slug }: { points: ChapterPoints; furthest: number; slug: string }) {
  const { chapter, ofPoint } = points;
  const reached = reachedPoints(ofPoint, furthest);
  if (reached.length === 0) return <p class="quiet">Nothing yet: you are at the beginning of this chapter.</p>;
  return (
    <ol>
      {reached.map((point) => (
        <li key={point}>
          <p dir="auto">{withItalics(chapter.summary[point] ?? "")}</p>
          <Passage
            chapter={chapter}
            slug={slug}
            stories={(ofPoint[point] ?? []).map(({ story }) => story).filter((story) => story <= furthest)}
          />
        </li>
      ))}
    </ol>
  );
}

/** The paragraphs that a point covers, as far as they have been read. */
function Passage({ chapter, slug, stories }: { chapter: ChapterAnswer; slug: string; stories: readonly number[] }) {
  const sorted = [...stories].sort((a, b) => a - b);
  const [first] = sorted;
  if (first === undefined) return <p class="quiet">No matching passage found</p>;
  const address = addressOf({ screen: "read", folder: chapter.folder, chapter: slug });
  return (
    <details class="passage-of">
      <summary>Passage: {numbered("paragraph", sorted)}</summary>
      <blockquote>
        {sorted.map((story) => (
          <p key={story} dir="auto">
            {withItalics(chapter.story[story] ?? "")}
          </p>
        ))}
        <a href={`${address}#p${first + 1}`}>Open in the book</a>
      </blockquote>
    </details>
  );
}

async function readPoints(folder: string, number: number): Promise<ChapterPoints> {
  const chapter = await readChapter({ folder, number });
  const links = await linksBy(chapter.gold === null ? undefined : "gold", chapter, noPins);
  return { chapter, ofPoint: chapter.summary.map((_, point) => links.filter(({ summary }) => summary === point)) };
}
