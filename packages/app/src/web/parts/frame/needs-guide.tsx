import { addressOf, type ChapterScreen } from "../../route.ts";
import { useBook } from "../book/book.tsx";
import { ChapterHeader } from "./headers.tsx";

/** A screen about the links of a chapter on which the guide has no section. */
export function NeedsGuide({ screen, number }: { screen: ChapterScreen; number: number }) {
  const { folder } = useBook();
  return (
    <>
      <ChapterHeader screen={screen} number={number} />
      <main class="message">
        <p>The guide has no section on this chapter, so it has no links.</p>
        <p>
          <a href={addressOf({ screen: "read", folder, number })}>Read it</a>, or add a guide on the{" "}
          <a href={addressOf({ screen: "book", folder })}>contents page</a>.
        </p>
      </main>
    </>
  );
}
