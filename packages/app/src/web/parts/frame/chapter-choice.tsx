import { addressOf, type ChapterScreen, go } from "../../route.ts";
import { type BookChapter, nameOf, neighboursOf, useBook } from "../book/book.tsx";
import { Select } from "../controls/fields.tsx";

/** Every chapter of the book, whether or not a guide covers it. */
export function ChapterChoice({ screen, number }: { screen: ChapterScreen; number: number }) {
  const book = useBook();
  const { folder, chapters } = book;
  const { previous, next } = neighboursOf(book, number);
  return (
    <>
      <Neighbour chapter={previous} {...{ screen, folder }} label="Previous chapter" sign="‹" />
      <span class="chapter">
        <Select
          label="Chapter"
          value={number}
          options={chapters.map((each) => [each.number, `${nameOf(each)}${each.points === 0 ? " (no guide)" : ""}`])}
          onChoose={(chosen) => go({ screen, folder, number: chosen })}
        />
      </span>
      <Neighbour chapter={next} {...{ screen, folder }} label="Next chapter" sign="›" />
    </>
  );
}

function Neighbour(props: {
  chapter: BookChapter | undefined;
  screen: ChapterScreen;
  folder: string;
  label: string;
  sign: string;
}) {
  const { chapter, screen, folder, label, sign } = props;
  if (chapter === undefined) return <span class="step" aria-hidden="true" />;
  return (
    <a
      class="step"
      href={addressOf({ screen, folder, chapter: chapter.slug })}
      aria-label={`${label}: ${nameOf(chapter)}`}
      title={`${label}: ${nameOf(chapter)}`}
    >
      {sign}
    </a>
  );
}
