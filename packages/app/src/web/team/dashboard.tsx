import { useState } from "preact/hooks";
import { Agreement } from "../parts/annotating/agreement.tsx";
import { Alert } from "../parts/controls/alert.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Table } from "../parts/controls/table.tsx";
import { Pending } from "../parts/frame/waiting.tsx";
import { answer, attempt, useAnswer } from "../server.ts";
import { type DashboardAnswer, team } from "./api.ts";
import { ChapterLink } from "./chapter-link.tsx";

/** How far everyone is, how far they agree, and what waits for a curator. */
export function Dashboard({ changes }: { changes: number }) {
  const loaded = useAnswer(() => answer(team.dashboard.$get()), [changes]);
  if (loaded.state !== "there") return <Pending loaded={loaded} />;
  const { people, chapters, closed, pairs } = loaded.value;
  return (
    <>
      <Chapters chapters={chapters} />
      <Progress people={people} />
      <Agreement pairs={pairs} />
      <Closed closed={closed} onReopened={loaded.again} />
    </>
  );
}

function Progress({ people }: { people: DashboardAnswer["people"] }) {
  const working = people.filter(({ chapters }) => chapters > 0);
  if (working.length === 0) return null;
  return (
    <Table
      isTitled
      label="Progress"
      header={["Name", "Chapters", "Points"]}
      rows={working.map(({ name, chapters, chaptersDone, points, pointsDone, hasPassed }) => [
        <>
          {name}
          {!hasPassed && <small> in training</small>}
        </>,
        `${chaptersDone} of ${chapters}`,
        <>
          {pointsDone} of {points}
          <meter min={0} max={points} value={pointsDone} aria-label={`Points done by ${name}`} />
        </>,
      ])}
    />
  );
}

/** Sheets that are closed because of what their annotators saw, or tried too often, until a curator reopens them. */
function Closed({ closed, onReopened }: { closed: DashboardAnswer["closed"]; onReopened(): void }) {
  const [problem, setProblem] = useState("");
  if (closed.length === 0) return null;
  const why = { gold: "has seen gold", sheet: "has seen another’s sheet", tries: "five tries at the training" };
  const reopen = (name: string, folder: string, number: number) =>
    attempt(async () => {
      const param = { name, folder, number: String(number) };
      await answer(team.reopened[":name"][":folder"][":number"].$post({ param }));
      onReopened();
    }, setProblem);
  return (
    <>
      <Alert>{problem}</Alert>
      <Table
        isTitled
        label="Closed sheets"
        header={["Chapter", "Who", "Why", "State"]}
        rows={closed.map(({ name, what, reopenedBy, isChanged, ...chapter }) => [
          <ChapterLink screen="settle" {...chapter} />,
          name,
          why[what],
          <>
            {reopenedBy === null ? "closed" : `reopened by ${reopenedBy}`}
            {what !== "tries" && isChanged && ", changed since"}{" "}
            {reopenedBy === null && (
              <Button
                label="Reopen"
                aria-label={`Reopen for ${name}: ${chapter.title}, chapter ${chapter.number + 1}`}
                onClick={() => void reopen(name, chapter.folder, chapter.number)}
              />
            )}
          </>,
        ])}
      />
    </>
  );
}

/** The chapters that are assigned; what waits for a curator comes first. */
function Chapters({ chapters }: { chapters: DashboardAnswer["chapters"] }) {
  if (chapters.length === 0) return <p class="quiet">No chapter is assigned yet.</p>;
  const states = { open: "open", waiting: "waits for a curator", settled: "settled" };
  const inOrder = chapters.toSorted((a, b) => Number(b.state === "waiting") - Number(a.state === "waiting"));
  return (
    <Table
      isTitled
      label="Chapters"
      header={["Chapter", "Who", "Agreement", "State"]}
      rows={inOrder.map(({ folder, title, number, points, voices, agreement, state }) => [
        <ChapterLink screen="settle" {...{ folder, title, number }} />,
        voices.map(({ name, closed, isDone }) => `${name} ${isDone ? "done" : `${closed}/${points}`}`).join(", "),
        agreement.map(({ first, second, f }) => `${first}–${second} F ${f.toFixed(2)}`).join(", "),
        states[state],
      ])}
    />
  );
}
