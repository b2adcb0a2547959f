import type { InferResponseType } from "hono/client";
import { answer, server, useFetched } from "../../server.ts";
import { Table } from "../controls/table.tsx";
import type { SavedRun } from "./live-runs.ts";

/** What a run is, in words. */
export function titleOf({ run, progress }: SavedRun): string {
  return run?.tables[0]?.title ?? titles[progress?.kind ?? ""] ?? "Training";
}

const titles: Readonly<Record<string, string>> = {
  alignment: "Alignment",
  table: "The paper's table",
  "train cloze": "Training on cloze questions",
  "train completion": "Training on continuations",
};

/** What it is, and whether it is still running. */
export function RunHead({ saved }: { saved: SavedRun }) {
  const { id, run, progress, changed, isLive } = saved;
  const state = isLive ? "running" : run === null || progress !== null ? "stopped" : "done";
  return (
    <header>
      <h2>{titleOf(saved)}</h2>
      <p class="quiet">
        {state} · <code>{id}</code> · <time dateTime={changed}>{new Date(changed).toLocaleString()}</time>
      </p>
    </header>
  );
}

/** Its progress, its tables, its curves and its signature. */
export function RunBody({ saved }: { saved: SavedRun }) {
  const { id, run, progress, changed, hasMetrics } = saved;
  const signature = progress?.signature ?? run?.signature;
  return (
    <>
      {progress !== null && (
        <div class="share">
          <meter min={0} max={Math.max(1, progress.total)} value={progress.done} aria-label="Progress" />
          <span role="status">
            {progress.done} of {progress.total}
          </span>
        </div>
      )}
      {run?.tables.map((table, k) => (
        <Table
          key={table.title}
          label={table.title}
          isTitled={k > 0}
          header={table.header}
          rows={table.rows}
          class="numbers"
        />
      ))}
      {run?.notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
      {hasMetrics && <Curves id={id} changed={changed} />}
      {signature !== undefined && <p class="signature">{signature.replaceAll("|", " | ")}</p>}
    </>
  );
}

type Lines = InferResponseType<(typeof server.runs)[":id"]["metrics"]["$get"], 200>["lines"];

const [width, height] = [320, 120];

/** A training's numbers over its steps, one small chart each; asked for again when the run has changed. */
function Curves({ id, changed }: { id: string; changed: string }) {
  const asked = () => answer(server.runs[":id"].metrics.$get({ param: { id } }));
  const lines = useFetched(asked, [id, changed])?.lines ?? [];
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))]
    .filter((name) => !["step", "epoch"].includes(name))
    .sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <div class="curves">
      {names.map((name) => (
        <Curve key={name} name={name} lines={lines} />
      ))}
    </div>
  );
}

/** What a training records, the most useful first; anything else appears under its own name. */
const words: Readonly<Record<string, string>> = {
  loss: "loss",
  "validation.accuracy": "accuracy on held-out works",
  accuracy: "accuracy",
  norm: "gradient norm",
  tokensPerSecond: "tokens per second",
};

function placeOf(name: string): number {
  const place = Object.keys(words).indexOf(name);
  return place < 0 ? Object.keys(words).length : place;
}

function Curve({ name, lines }: { name: string; lines: Lines }) {
  const points = lines.flatMap(({ step, [name]: value }) =>
    value !== undefined && Number.isFinite(value) ? [{ step, value }] : [],
  );
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (step: number) => ((step - first.step) / (last.step - first.step || 1)) * width;
  const y = (value: number) => height - 4 - ((value - low) / (high - low || 1)) * (height - 8);
  const label = words[name] ?? name;
  const course = `from ${short(first.value)} at step ${first.step} to ${short(last.value)} at step ${last.step}`;
  return (
    <figure>
      <figcaption>
        {label} <strong>{short(last.value)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label} runs ${course}`}>
        <path class="axis" d={`M0 0V${height}H${width}`} />
        <polyline class="curve" points={points.map(({ step, value }) => `${x(step)},${y(value)}`).join(" ")} />
      </svg>
      <p class="quiet">
        {short(low)} to {short(high)}, step {first.step} to {last.step}
      </p>
    </figure>
  );
}

function short(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 0.001 || size >= 100_000)
    ? value.toExponential(2)
    : Number(value.toPrecision(4)).toString();
}
