import type { AnnotatorAnswer, PointStanding } from "@plotline/corpus";
import { Button } from "../controls/button.tsx";
import { runsOf } from "../controls/wording.ts";
import { show } from "../reading/pages.tsx";
import { Note } from "./note.tsx";

interface AnswersProps {
  readonly answers: readonly AnnotatorAnswer[];
  readonly standing: PointStanding;
  onTake(stories: readonly number[]): void;
  onReopen(): void;
}

/** What each annotator says of a point, and below it what is decided. */
export function Answers({ answers, standing, onTake, onReopen }: AnswersProps) {
  const { state, stories } = standing;
  return (
    <div class="answers">
      <ul aria-label="What each annotator says">
        {answers.map(({ name, stories: own, isDone, note }, k) => (
          <li key={name}>
            <span class="name">
              <kbd>{k + 1}</kbd> {name}
            </span>
            <span class="answer">
              <AnswerText stories={own} />
              {own !== undefined && !isDone && <small class="quiet"> not marked done</small>}
            </span>
            {own !== undefined && <Button label="Take" tabIndex={-1} onClick={() => onTake(own)} />}
            {note !== undefined && <Note by={name} text={note} />}
          </li>
        ))}
      </ul>
      <p class={`decision ${stories === undefined ? "open" : ""}`} role="status">
        <strong>{state === "settled" ? "Decided:" : state === "agreed" ? "Agreed:" : "Undecided"}</strong>{" "}
        {stories !== undefined && <AnswerText stories={stories} />}
        <Button label="No match" tabIndex={-1} onClick={() => onTake([])} />
        {state === "settled" && <Button label="Undecided again" tabIndex={-1} onClick={onReopen} />}
      </p>
    </div>
  );
}

/** Paragraphs as buttons that go there. */
function AnswerText({ stories }: { stories: readonly number[] | undefined }) {
  if (stories === undefined) return <em class="quiet">has not looked at it</em>;
  if (stories.length === 0) return <em>no match</em>;
  return (
    <>
      {runsOf(stories).map(([first, last]) => (
        <button
          key={first}
          type="button"
          class="chip"
          tabIndex={-1}
          onClick={() => show({ side: "story", index: first })}
        >
          <span class="unseen">{first === last ? "paragraph " : "paragraphs "}</span>
          {first === last ? first + 1 : `${first + 1}–${last + 1}`}
        </button>
      ))}
    </>
  );
}

/** How many points are in each state, by the words for it; states that no point is in are left out. */
export function tally(
  standings: readonly PointStanding[],
  words: Readonly<Record<PointStanding["state"], string>>,
): { readonly count: number; readonly what: string }[] {
  const states = ["agreed", "settled", "differing", "partial", "unseen"] as const;
  const counts = states.map((state) => ({
    count: standings.filter((each) => each.state === state).length,
    what: words[state],
  }));
  return counts.filter(({ count }) => count > 0);
}

/** The state of a point in a few words. */
export function stateText({ state, answers }: PointStanding): string {
  const looked = answers.filter(({ stories }) => stories !== undefined);
  if (state === "settled") return "decided";
  if (state === "unseen") return "nobody has looked at it";
  if (state === "differing") return "annotators differ";
  if (state === "agreed") return answers.length === 1 ? `only ${answers[0]?.name}` : "all agree";
  return `only ${looked.map(({ name }) => name).join(", ")} so far`;
}
