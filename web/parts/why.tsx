import { useEffect, useState } from "preact/hooks";
import { type Explanation, noPins, type Pins } from "../../src/align/method.ts";
import type { Link } from "../../src/corpus/types.ts";
import { explainHere } from "../aligning.ts";
import type { ChapterAnswer } from "../server.ts";
import { readable } from "./chapter.ts";

interface WhyProps {
  readonly chapter: ChapterAnswer;
  readonly method: string | undefined;
  readonly link: Link;
  readonly pins?: Pins;
  onClose(): void;
}

/** Why this link: the words both have, where the two stand, and the rival that lost. */
export function Why({ chapter, method, link, pins = noPins, onClose }: WhyProps) {
  const [explanation, setExplanation] = useState<Explanation | "none">();
  useEffect(() => {
    let wanted = true;
    explainHere(method, readable(chapter), pins, link).then(
      (found) => wanted && setExplanation(found ?? "none"),
      () => wanted && setExplanation("none"),
    );
    return () => {
      wanted = false;
    };
  }, [chapter, method, link, pins]);
  return (
    <aside class="why" aria-label="Why this link">
      <header>
        <h2>
          Why bullet {link.summary + 1} and paragraph {link.story + 1}
        </h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {explanation === undefined ? (
        <p class="quiet">Looking …</p>
      ) : explanation === "none" ? (
        <p class="quiet">This method gives no reasons.</p>
      ) : (
        <Reasons {...{ explanation, link }} />
      )}
    </aside>
  );
}

function Reasons({ explanation, link }: { explanation: Explanation; link: Link }) {
  const { words, position, rival } = explanation;
  return (
    <>
      <p>
        <strong>{Math.round(link.confidence * 100)} % sure.</strong> The bullet stands {percent(position.summary)} into
        the summary, the paragraph {percent(position.story)} into the story.
      </p>
      <Words words={words} empty="They share no telling word: it is the place in the chapter that speaks for it." />
      {rival !== undefined && (
        <p class="quiet">
          The next best was paragraph {rival.story + 1}
          {rival.words.length > 0 && (
            <>
              {" "}
              (
              {rival.words
                .slice(0, 4)
                .map(({ word }) => word)
                .join(", ")}
              )
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

function Words({ words, empty }: { words: Explanation["words"]; empty: string }) {
  const most = words[0]?.weight ?? 1;
  if (words.length === 0) return <p>{empty}</p>;
  return (
    <ul class="words">
      {words.slice(0, 8).map(({ word, storyWord, weight, name }) => (
        <li key={word}>
          <span class={name ? "name" : ""}>
            {word}
            {storyWord !== undefined && <small> {storyWord}</small>}
          </span>
          <meter min={0} max={most} value={weight} aria-label={`weight ${weight.toFixed(1)}`} />
        </li>
      ))}
    </ul>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
