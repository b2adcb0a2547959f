import { useEffect, useRef, useState } from "preact/hooks";
import type { AskedQuestion } from "../screens/quiz.tsx";
import type { Given } from "./quiz-score.tsx";

interface QuestionProps {
  readonly question: AskedQuestion;
  readonly count: string;
  onGiven(given: Given): void;
  onNext(): void;
  onEnd(): void;
}

/** One question: options by letter or click, the passage on demand and after the answer. */
export function Question({ question, count, onGiven, onNext, onEnd }: QuestionProps) {
  const [chosen, setChosen] = useState<number>();
  const [seen, setSeen] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const choose = (given: number) => {
    if (chosen !== undefined || given < 0 || given >= question.options.length) return;
    setChosen(given);
    onGiven({ question, given, seenPassage: seen });
  };
  useEffect(() => {
    if (chosen !== undefined) next.current?.focus();
  }, [chosen]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof HTMLInputElement) return;
      const key = event.key.toLowerCase();
      if (key === "p") setSeen(true);
      else if (/^[a-o]$/.test(key)) choose(key.charCodeAt(0) - "a".charCodeAt(0));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const right = chosen === question.answer;
  return (
    <section class="question" aria-label={`Question ${count}`}>
      <p class="quiet">
        {count} · {question.work}, chapter {question.chapter + 1}
      </p>
      <p class="asked" dir="auto">
        {question.text}
      </p>
      <ol class={question.task}>
        {question.options.map((option, k) => (
          <li key={`${k} ${option}`}>
            <button
              type="button"
              class={chosen === undefined ? "" : k === question.answer ? "right" : k === chosen ? "wrong" : "other"}
              disabled={chosen !== undefined}
              onClick={() => choose(k)}
            >
              <kbd>{letter(k)}</kbd> <span dir="auto">{option}</span>
              {chosen !== undefined && k === question.answer && <span class="unseen"> (right)</span>}
            </button>
          </li>
        ))}
      </ol>
      <div class="turn">
        <output aria-live="polite">
          {chosen === undefined ? "" : right ? "Right." : `No: it is ${letter(question.answer)}.`}
        </output>
        {chosen === undefined && !seen && (
          <button type="button" onClick={() => setSeen(true)}>
            <kbd>p</kbd> Show the passage
          </button>
        )}
        {chosen === undefined ? (
          <button type="button" onClick={onEnd}>
            End
          </button>
        ) : (
          <button type="button" class="main" ref={next} onClick={onNext}>
            Next
          </button>
        )}
      </div>
      {(seen || chosen !== undefined) && (
        <blockquote class="passage" aria-label="The passage">
          {question.passage.length === 0 ? (
            <p class="quiet">No paragraph of the story is aligned with this.</p>
          ) : (
            question.passage.map((paragraph) => (
              <p key={paragraph} dir="auto">
                {paragraph}
              </p>
            ))
          )}
        </blockquote>
      )}
    </section>
  );
}

function letter(k: number): string {
  return String.fromCharCode("a".charCodeAt(0) + k);
}
