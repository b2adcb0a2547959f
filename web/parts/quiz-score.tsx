import { quizBaselines, quizReaders, ruleNames } from "../../src/tasks/quiz/score.ts";
import { textHash } from "../../src/tasks/text-hash.ts";
import type { AskedQuestion } from "../screens/quiz.tsx";
import { answer, server } from "../server.ts";

/** What was answered to a question. */
export interface Given {
  readonly question: AskedQuestion;
  readonly given: number;
  readonly seenPassage: boolean;
}

/** Keeps a round in the person's file, and says what became of it. */
export async function saveRound(name: string, seed: number, given: readonly Given[]): Promise<string> {
  if (name === "") return "Say your name above, and the next rounds are kept.";
  const answers = given.map(({ question, given: chosen, seenPassage }) => ({
    question: textHash([question.task, question.work, question.chapter, question.text].join("\n")),
    task: question.task,
    work: question.work,
    chapter: question.chapter,
    options: question.options.length,
    answer: question.answer,
    given: chosen,
    seenPassage,
    rules: question.rules,
    readers: question.readers,
  }));
  const at = new Date().toISOString();
  try {
    const json = { id: `${at} ${seed}`, at, seed, answers };
    await answer(server.people[":name"].quiz.$post({ param: { name }, json }));
    return `Kept for ${name}.`;
  } catch (error) {
    return `Not kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface ScoreProps {
  readonly given: readonly Given[];
  readonly kept: string | undefined;
  onAgain(): void;
}

/** The end of a round: the player beside chance, simple rules and each trained reader that was asked the same. */
export function Score({ given, kept, onAgain }: ScoreProps) {
  const right = given.filter(({ question, given: chosen }) => chosen === question.answer).length;
  const questions = given.map(({ question }) => question);
  const { chance, rules } = quizBaselines(questions);
  const rows = [
    { who: "you", right: String(right), asked: given.length },
    { who: "chance", right: chance.toFixed(1), asked: given.length },
    ...[...rules].map(([rule, score]) => ({
      who: ruleNames[rule] ?? rule,
      right: String(score.right),
      asked: score.asked,
    })),
    ...quizReaders(questions).map(([alignment, score]) => ({
      who: alignment.startsWith("judge-") ? `the model ${alignment.slice(6)}` : `reader on ${alignment}`,
      right: String(score.right),
      asked: score.asked,
    })),
  ];
  return (
    <section class="score" aria-label="Your score">
      <h2>
        {right} of {given.length}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Right</th>
            <th scope="col">Of</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, right: count, asked }) => (
            <tr key={who} class={who === "you" ? "you" : ""}>
              <td>{who}</td>
              <td>{count}</td>
              <td>{asked}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="turn">
        <output aria-live="polite">{kept ?? "Keeping …"}</output>
        <button type="button" class="main" onClick={onAgain}>
          Again
        </button>
      </div>
    </section>
  );
}
