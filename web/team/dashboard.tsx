import { useState } from "preact/hooks";
import { Table } from "../parts/controls/table.tsx";
import { addressOf } from "../route.ts";
import { answer, useAnswer } from "../server.ts";
import { type DashboardAnswer, team } from "./api.ts";
import { useLive } from "./live.ts";

/** How far everyone is, how far they agree, what waits for a curator, and who is here now. */
export function Dashboard() {
  const [version, setVersion] = useState(0);
  const loaded = useAnswer(() => answer<DashboardAnswer>(team.dashboard.$get()), [version]);
  const { present } = useLive(undefined, { progress: () => setVersion((before) => before + 1) });
  if (loaded.state === "loading") return null;
  if (loaded.state === "failed") return <p role="alert">{loaded.problem}</p>;
  const { people, chapters, pairs, messages } = loaded.value;
  const waiting = chapters.filter(({ state }) => state === "waiting");
  return (
    <>
      <p aria-live="polite">
        {present.length === 0
          ? "Nobody else is here now."
          : `Here now: ${[...new Set(present.map(({ name }) => name))].join(", ")}.`}
      </p>
      <h3>Waiting for a curator</h3>
      {waiting.length === 0 && <p class="quiet">Nothing.</p>}
      <ul class="tasks">
        {waiting.map(({ folder, title, number, voices }) => (
          <li key={`${folder} ${number}`}>
            <a href={addressOf({ screen: "settle", folder, number })}>
              {title}, chapter {number + 1}
            </a>
            <span class="quiet">{voices.map(({ name }) => name).join(", ")}</span>
          </li>
        ))}
      </ul>
      {messages.length > 0 && (
        <>
          <h3>Open messages</h3>
          <ul class="tasks">
            {messages.map(({ folder, number, open }) => (
              <li key={`${folder} ${number}`}>
                <a href={addressOf({ screen: "annotate", folder, number })}>
                  {folder}, chapter {number + 1}
                </a>
                <span class="quiet">{open}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Progress people={people} />
      <Agreement pairs={pairs} />
      <Chapters chapters={chapters} />
    </>
  );
}

function Progress({ people }: { people: DashboardAnswer["people"] }) {
  const working = people.filter(({ chapters }) => chapters > 0);
  return (
    <Table isTitled label="Progress" header={["Name", "Chapters", "Points", "Points a day"]}>
      {working.map(({ name, chapters, chaptersDone, bullets, bulletsDone, pace, hasPassed }) => (
        <tr key={name}>
          <th scope="row">
            {name}
            {!hasPassed && <small> in training</small>}
          </th>
          <td>
            {chaptersDone} of {chapters}
          </td>
          <td>
            {bulletsDone} of {bullets}
            <meter min={0} max={bullets} value={bulletsDone} aria-label={`Points done by ${name}`} />
          </td>
          <td>{pace.toFixed(1)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Agreement({ pairs }: { pairs: DashboardAnswer["pairs"] }) {
  if (pairs.length === 0) return null;
  return (
    <Table isTitled label="Agreement by pair" header={["Pair", "Chapters", "F", "κ"]}>
      {pairs.map(({ first, second, chapters, f, kappa }) => (
        <tr key={`${first} ${second}`}>
          <th scope="row">
            {first} and {second}
          </th>
          <td>{chapters}</td>
          <td>{f.toFixed(2)}</td>
          <td>{kappa.toFixed(2)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Chapters({ chapters }: { chapters: DashboardAnswer["chapters"] }) {
  const states = { open: "open", waiting: "waits for a curator", settled: "settled" };
  return (
    <Table isTitled label="Chapters" header={["Chapter", "Who", "Agreement", "State"]}>
      {chapters.map(({ folder, title, number, bullets, voices, agreement, state }) => (
        <tr key={`${folder} ${number}`}>
          <th scope="row">
            <a href={addressOf({ screen: "settle", folder, number })}>
              {title}, chapter {number + 1}
            </a>
          </th>
          <td>
            {voices
              .map(({ name, closed, isDone }) => (isDone ? `${name} done` : `${name} ${closed}/${bullets}`))
              .join(", ")}
          </td>
          <td>{agreement.map(({ first, second, f }) => `${first}–${second} F ${f.toFixed(2)}`).join(", ")}</td>
          <td>{states[state]}</td>
        </tr>
      ))}
    </Table>
  );
}
