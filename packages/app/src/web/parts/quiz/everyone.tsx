import { answer, server, useFetched } from "../../server.ts";
import { Table } from "../controls/table.tsx";

const titles = ["Player", "Question type", "Questions", "Correct", "By guessing"];

/** Everyone who has played, over all rounds; in a team only curators see who. */
export function Everyone() {
  const people = useFetched(() => answer(server.scores.$get()), [])?.people ?? [];
  if (people.length === 0) return null;
  const rows = people.flatMap(({ name, scores }) =>
    scores.map(({ task, questions, right, chance }) => [
      name ?? "the others",
      task === "cloze" ? "Fill in the name" : "What happens next?",
      String(questions),
      String(right),
      chance.toFixed(1),
    ]),
  );
  return (
    <section class="score" aria-label="Scores so far">
      <h2>So far</h2>
      <Table label="Scores of everyone" header={titles} rows={rows} />
    </section>
  );
}
