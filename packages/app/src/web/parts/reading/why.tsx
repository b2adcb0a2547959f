import { type Explanation, type Link, noPins } from "@plotline/align";
import { explainHere } from "../../aligning.ts";
import { type ChapterAnswer, useFetched } from "../../server.ts";
import { Panel } from "../controls/panel.tsx";
import { percent } from "../controls/wording.ts";
import { alignable } from "./chapter.ts";

interface WhyProps {
  readonly chapter: ChapterAnswer;
  readonly method: string | undefined;
  readonly link: Link;
  onClose(): void;
}

/** Why this link: the words both have, where the two are, and the paragraph that came second. */
export function Why({ chapter, method, link, onClose }: WhyProps) {
  const explanation = useFetched(
    async () => (await explainHere(method, alignable(chapter), noPins, link).catch(() => undefined)) ?? "none",
    [chapter, method, link],
  );
  return (
    <Panel
      label="Why this link"
      title={`Why point ${link.summary + 1} and paragraph ${link.story + 1}`}
      onClose={onClose}
    >
      {link.quote !== undefined && <p>The model quotes: “{link.quote}”</p>}
      {explanation === undefined ? (
        <p class="quiet">Looking …</p>
      ) : explanation === "none" ? (
        link.quote === undefined && <p class="quiet">This method gives no reasons.</p>
      ) : (
        <Reasons {...{ explanation, link }} />
      )}
    </Panel>
  );
}

function Reasons({ explanation, link }: { explanation: Explanation; link: Link }) {
  const { words, position, rival } = explanation;
  return (
    <>
      <p>
        <strong>Confidence {percent(link.confidence)}.</strong> The point is {percent(position.summary)} of the way
        through the guide’s section, the paragraph {percent(position.story)} of the way through the chapter.
      </p>
      <Words words={words} empty="They share no distinctive words; the match rests on position in the chapter." />
      {rival !== undefined && <p class="quiet">The next best was paragraph {rival.story + 1}.</p>}
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
