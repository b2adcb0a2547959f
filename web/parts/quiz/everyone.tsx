import type { InferResponseType } from "hono/client";
import { quizBaselines, quizReaders } from "../../../src/tasks/quiz/score.ts";
import { answer, server, useFetched } from "../../server.ts";
import { Table } from "../controls/table.tsx";
import { decimal } from "../controls/wording.ts";

type ScoresAnswer = InferResponseType<typeof server.scores.$get, 200>;
type Answers = ScoresAnswer["people"][number]["answers"];

const titles = ["Player", "Question type", "Questions", "Correct", "Chance", "plotline", "Best reader"];

/** Everyone who has played, over all rounds: the human baseline of this corpus. */
export function Everyone() {
  const people = useFetched(() => answer(server.scores.$get()), [])?.people ?? [];
  if (people.length === 0) return null;
  const rows = people.flatMap(({ name, answers }) =>
    (["cloze", "completion"] as const).flatMap((task) => {
      const own = answers.filter((each) => each.task === task);
      return own.length === 0 ? [] : [[name, task === "cloze" ? "name" : "continuation", ...figuresOf(own, task)]];
    }),
  );
  return (
    <section class="score" aria-label="Scores so far">
      <h2>So far</h2>
      <Table label="Scores of everyone" header={titles} rows={rows} />
    </section>
  );
}

function figuresOf(answers: Answers, task: "cloze" | "completion"): string[] {
  const asked = answers.map(({ options, ...rest }) => ({ ...rest, options: { length: options } }));
  const { chance, rules } = quizBaselines(asked);
  const own = rules.get(task === "cloze" ? "cloze: pointer" : "completion: scorer");
  const [best] = quizReaders(asked);
  return [
    String(answers.length),
    share(answers.filter((each) => each.given === each.answer).length, answers.length),
    share(chance, answers.length),
    share(own?.right ?? 0, own?.asked ?? 0),
    best === undefined ? "–" : `${share(best[1].right, best[1].asked)} on ${best[0]}`,
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : decimal(part / whole);
}
