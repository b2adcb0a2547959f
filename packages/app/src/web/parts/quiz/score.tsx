import { answerOf } from "@plotline/questions";
import { isPage } from "../../backend.ts";
import { here } from "../../route.ts";
import { answer, apiOf, server } from "../../server.ts";
import { Button, Download } from "../controls/button.tsx";
import { withItalics } from "../controls/italics.tsx";
import { keepRound } from "../frame/taken-over.ts";
import { Passage } from "./question.tsx";
import type { AskedQuestion, Given } from "./round.ts";

/** Saves a round in the person's file, and says what became of it. */
export async function saveRound(name: string, seed: number, given: readonly Given[]): Promise<string> {
  const answers = given.map(({ question, given: chosen, seenPassage }) => answerOf(question, chosen, seenPassage));
  const at = new Date().toISOString();
  const json = { id: `${at} ${seed}`, at, seed, answers };
  if (name === "") {
    keepRound(json);
    return waits;
  }
  try {
    await answer(server.people[":name"].quiz.$post({ param: { name }, json }));
    return `Saved for ${name}.`;
  } catch (error) {
    return `Not saved: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const waits = isPage ? "Kept in this browser." : "Enter your name above to save your scores.";

interface ScoreProps {
  readonly name: string;
  readonly given: readonly Given[];
  readonly saved: string | undefined;
  onAgain(): void;
  /** The missed questions once more. */
  onMissed(missed: readonly AskedQuestion[]): void;
}

/** The end of a round: the player next to chance, and what was missed. */
export function Score({ name, given, saved, onAgain, onMissed }: ScoreProps) {
  const right = given.filter(({ question, given: chosen }) => chosen === question.answer).length;
  const missed = given.filter(({ question, given: chosen }) => chosen !== question.answer);
  const chance = given.reduce((sum, { question }) => sum + 1 / question.options.length, 0);
  return (
    <section class="score" aria-label="Your score">
      <h2>
        {right} of {given.length}
      </h2>
      <p class="quiet">Guessing would get about {chance.toFixed(0)} right.</p>
      <div class="turn">
        <output aria-live="polite">
          {saved === waits && name !== "" ? `Saved for ${name}.` : (saved ?? "Saving …")}
        </output>
        {missed.length > 0 && (
          <Button label="Ask the missed ones again" onClick={() => onMissed(missed.map(({ question }) => question))} />
        )}
        {isPage && (
          <Download label="Save my answers as a file" href={`${apiOf(here)}/export/quiz`} name="quiz answers.jsonl" />
        )}
        <Button label="New quiz" class="main" onClick={onAgain} />
      </div>
      {missed.length > 0 && <Missed missed={missed} />}
    </section>
  );
}

/** The review: what was missed, what is right, and where the book says so. */
function Missed({ missed }: { missed: readonly Given[] }) {
  return (
    <section class="missed" aria-label="What you missed">
      <h3>What you missed</h3>
      {missed.map(({ question, given }) => (
        <article key={question.id}>
          <p class="quiet">
            {question.work}, {question.chapterName}
          </p>
          <p dir="auto">{withItalics(question.text)}</p>
          <p>
            <strong dir="auto">{question.options[question.answer]}</strong>{" "}
            <span class="quiet">You chose: {question.options[given]}</span>
          </p>
          <Passage paragraphs={question.passage} />
        </article>
      ))}
    </section>
  );
}
