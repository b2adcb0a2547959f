import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { isTyping, useEvent } from "../controls/events.ts";
import { withItalics } from "../controls/italics.tsx";
import type { AskedQuestion, Given } from "./round.ts";

interface QuestionProps {
  readonly question: AskedQuestion;
  readonly count: string;
  /** What was answered before the page was loaded again. */
  readonly answered: Given | undefined;
  onGiven(given: Given): void;
  onNext(): void;
  onEnd(): void;
}

/** One question: options by letter or click, the passage on demand and after the answer. */
export function Question({ question, count, answered, onGiven, onNext, onEnd }: QuestionProps) {
  const chosen = answered?.given;
  const [seen, setSeen] = useState(false);
  const isOpen = chosen === undefined;
  const choose = (given: number) => {
    if (!isOpen || given < 0 || given >= question.options.length) return;
    onGiven({ question, given, seenPassage: seen });
  };
  useAnswerKeys(choose, () => setSeen(true));
  return (
    <section class="question" aria-label={`Question ${count}`}>
      <p class="quiet">
        {count} · {question.work}, {question.chapterName}
      </p>
      <p class="asked" dir="auto">
        {withItalics(question.text)}
      </p>
      {question.task === "completion" && <p>What happens next?</p>}
      <Options question={question} chosen={chosen} onChoose={choose} />
      <div class="turn">
        <output aria-live="polite">
          {isOpen ? "" : chosen === question.answer ? "Right." : `Not quite: the answer is ${rightAnswer(question)}.`}
        </output>
        {isOpen && !seen && (
          <button type="button" onClick={() => setSeen(true)}>
            <kbd>p</kbd> Show the passage
          </button>
        )}
        {isOpen ? <Button label="End" onClick={onEnd} /> : <NextButton onNext={onNext} />}
      </div>
      {(seen || !isOpen) && <Passage paragraphs={question.passage} />}
    </section>
  );
}

function Options(props: { question: AskedQuestion; chosen: number | undefined; onChoose(option: number): void }) {
  const { question, chosen, onChoose } = props;
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
            <kbd>{letter(k)}</kbd> <span dir="auto">{withItalics(option)}</span>
            {chosen !== undefined && k === question.answer && <span class="unseen"> (right)</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Has the focus as soon as it is there, so that Enter continues. */
function NextButton({ onNext }: { onNext(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button type="button" class="main" ref={button} onClick={onNext}>
      Next
    </button>
  );
}

/** "e, Gorringe"; of a long answer the letter alone. */
function rightAnswer({ answer, options }: AskedQuestion): string {
  const text = options[answer] ?? "";
  return text.length > 40 ? letter(answer) : `${letter(answer)}, ${text}`;
}

export function Passage({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
    <blockquote class="passage" aria-label="The passage" tabIndex={0}>
      {paragraphs.length === 0 ? (
        <p class="quiet">No matching passage was found.</p>
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
  useEvent("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "p") showPassage();
    else if (/^[a-o]$/.test(key)) choose(key.charCodeAt(0) - "a".charCodeAt(0));
  });
}

function letter(k: number): string {
  return String.fromCharCode("a".charCodeAt(0) + k);
}
