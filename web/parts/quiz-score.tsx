import type { InferResponseType } from "hono/client";
import { quizBaselines, ruleNames } from "../../src/tasks/quiz-score.ts";
import { textHash } from "../../src/tasks/text-hash.ts";
import type { AskedQuestion } from "../screens/quiz.tsx";
import { answer, server, useAnswer } from "../server.ts";

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

/** The end of a round: the player beside chance and everyone else who answered the same questions. */
export function Score({
  given,
  kept,
  onAgain,
}: {
  given: readonly Given[];
  kept: string | undefined;
  onAgain(): void;
}) {
  const right = given.filter(({ question, given: chosen }) => chosen === question.answer).length;
  const { chance, rules } = quizBaselines(given.map(({ question }) => question));
  const rows = [
    { who: "you", right: String(right), asked: given.length },
    { who: "chance", right: chance.toFixed(1), asked: given.length },
    ...[...rules].map(([rule, score]) => ({
      who: ruleNames[rule] ?? rule,
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

type ScoresAnswer = InferResponseType<typeof server.scores.$get, 200>;

/** Everyone who has played, over all rounds: the human baseline of this corpus. */
export function Scores() {
  const scores = useAnswer(() => answer<ScoresAnswer>(server.scores.$get()), []);
  if (scores.state !== "there" || scores.value.people.length === 0) return null;
  const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3).replace(/^0/, ""));
  const rows = scores.value.people.flatMap(({ name, answers }) =>
    (["cloze", "completion"] as const).flatMap((task) => {
      const own = answers.filter((each) => each.task === task);
      if (own.length === 0) return [];
      const asked = own.map(({ options, ...rest }) => ({ ...rest, options: { length: options } }));
      const { chance, rules } = quizBaselines(asked);
      const ranker = rules.get(`${task}: ranker`);
      return [
        {
          name,
          task,
          asked: own.length,
          right: share(own.filter((each) => each.given === each.answer).length, own.length),
          chance: share(chance, own.length),
          ranker: share(ranker?.right ?? 0, ranker?.asked ?? 0),
        },
      ];
    }),
  );
  return (
    <section class="score" aria-label="Scores so far">
      <h2>So far</h2>
      <table>
        <thead>
          <tr>
            {["Who", "Asked for", "Questions", "Right", "Chance", "Ranker"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.name} ${row.task}`}>
              <td>{row.name}</td>
              <td>{row.task === "cloze" ? "name" : "continuation"}</td>
              <td>{row.asked}</td>
              <td>{row.right}</td>
              <td>{row.chance}</td>
              <td>{row.ranker}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href="/api/export/quiz" download>
          All answers as JSON lines
        </a>
      </p>
    </section>
  );
}
