import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AskedQuestion } from "../screens/quiz.tsx";
import { withItalics } from "./italics.tsx";
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
  const isOpen = chosen === undefined;
  const choose = (given: number) => {
    if (!isOpen || given < 0 || given >= question.options.length) return;
    setChosen(given);
    onGiven({ question, given, seenPassage: seen });
  };
  useAnswerKeys(choose, () => setSeen(true));
  return (
    <section class="question" aria-label={`Question ${count}`}>
      <p class="quiet">
        {count} · {question.work}, chapter {question.chapter + 1}
      </p>
      <p class="asked" dir="auto">
        {question.text}
      </p>
      <Options question={question} chosen={chosen} onChoose={choose} />
      <div class="turn">
        <output aria-live="polite">
          {isOpen ? "" : chosen === question.answer ? "Right." : `No: it is ${letter(question.answer)}.`}
        </output>
        {isOpen && !seen && (
          <button type="button" onClick={() => setSeen(true)}>
            <kbd>p</kbd> Show the passage
          </button>
        )}
        {isOpen ? (
          <button type="button" onClick={onEnd}>
            End
          </button>
        ) : (
          <NextButton onNext={onNext} />
        )}
      </div>
      {(seen || !isOpen) && <Passage paragraphs={question.passage} />}
    </section>
  );
}

interface OptionsProps {
  readonly question: AskedQuestion;
  readonly chosen: number | undefined;
  onChoose(option: number): void;
}

function Options({ question, chosen, onChoose }: OptionsProps) {
  const lookOf = (k: number) => (k === question.answer ? "right" : k === chosen ? "wrong" : "other");
  return (
    <ol class={question.task}>
      {question.options.map((option, k) => (
        <li key={`${k} ${option}`}>
          <button
            type="button"
            class={chosen === undefined ? "" : lookOf(k)}
            disabled={chosen !== undefined}
            onClick={() => onChoose(k)}
          >
            <kbd>{letter(k)}</kbd> <span dir="auto">{option}</span>
            {chosen !== undefined && k === question.answer && <span class="unseen"> (right)</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Has the focus as soon as it is there, so that Enter goes on. */
function NextButton({ onNext }: { onNext(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button type="button" class="main" ref={button} onClick={onNext}>
      Next
    </button>
  );
}

function Passage({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <blockquote class="passage" aria-label="The passage">
      {paragraphs.length === 0 ? (
        <p class="quiet">No paragraph of the story is aligned with this.</p>
      ) : (
        paragraphs.map((paragraph) => (
          <p key={paragraph} dir="auto">
            {withItalics(paragraph)}
          </p>
        ))
      )}
    </blockquote>
  );
}

/** Letters choose an option, p shows the passage. */
function useAnswerKeys(choose: (option: number) => void, showPassage: () => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof HTMLInputElement) return;
      const key = event.key.toLowerCase();
      if (key === "p") showPassage();
      else if (/^[a-o]$/.test(key)) choose(key.charCodeAt(0) - "a".charCodeAt(0));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

function letter(k: number): string {
  return String.fromCharCode("a".charCodeAt(0) + k);
}
