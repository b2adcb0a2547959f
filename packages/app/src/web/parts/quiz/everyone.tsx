import type { InferResponseType } from "hono/client";
import { answer, server, useFetched } from "../../server.ts";
import { Table } from "../controls/table.tsx";
import { decimal } from "../controls/wording.ts";

type ScoresAnswer = InferResponseType<typeof server.scores.$get, 200>;
type Answers = ScoresAnswer["people"][number]["answers"];

const titles = ["Player", "Question type", "Questions", "Correct", "Chance"];

/** Everyone who has played, over all rounds. */
export function Everyone() {
  const people = useFetched(() => answer(server.scores.$get()), [])?.people ?? [];
  if (people.length === 0) return null;
  const rows = people.flatMap(({ name, answers }) =>
    (["cloze", "completion"] as const).flatMap((task) => {
      const own = answers.filter((each) => each.task === task);
      return own.length === 0 ? [] : [[name, task === "cloze" ? "name" : "continuation", ...figuresOf(own)]];
    }),
  );
  return (
    <section class="score" aria-label="Scores so far">
      <h2>So far</h2>
      <Table label="Scores of everyone" header={titles} rows={rows} />
    </section>
  );
}

function figuresOf(answers: Answers): string[] {
  const chance = answers.reduce((sum, { options }) => sum + 1 / options, 0);
  return [
    String(answers.length),
    share(answers.filter((each) => each.given === each.answer).length, answers.length),
    share(chance, answers.length),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : decimal(part / whole);
}
