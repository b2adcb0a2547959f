import type { Alignment } from "../corpus/types.ts";
import { figure } from "./alignment-table.ts";
import { escaped, tablePage } from "./markup.ts";
import { matrixFigure } from "./matrix-figure.ts";

interface ShownRound {
  /** "start", "0", "1", … */
  readonly name: string;
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  readonly accuracy: number;
  readonly heldBack: number;
  readonly links?: Alignment;
}

interface RoundsPage {
  readonly title: string;
  /** What was learned with which settings, in one line. */
  readonly signature: string;
  readonly rounds: readonly ShownRound[];
  /** The chapter whose links are drawn, round by round. */
  readonly chapter?: {
    readonly title: string;
    readonly bullets: number;
    readonly paragraphs: number;
    readonly gold?: Alignment;
  };
}

/** How an alignment was learned: the numbers of every round and the matrix of one chapter, in one HTML file. */
export function roundsPage({ title, signature, rounds, chapter }: RoundsPage): string {
  const body = `${curve(rounds)}
${table(rounds)}
<p>P, R, F: against gold, which was never learned from. Accuracy: the task's questions on the works with gold, and on held-out training works, which decide the best round. Start: the alignment that learning begins with. 0: the alignment solved with a reader that has learned nothing.</p>
${chapter === undefined ? "" : matrices(rounds, chapter)}
<p class="signature">${escaped(signature)}</p>`;
  return tablePage(title, body);
}

function table(rounds: readonly ShownRound[]): string {
  const rows = rounds.map(({ name, precision, recall, f, accuracy, heldBack }) => {
    const cells = [precision, recall, f, accuracy, heldBack].map((value) => `<td>${figure(value)}</td>`).join("");
    return `<tr><th scope="row">${escaped(name)}</th>${cells}</tr>`;
  });
  const heads = ["round", "P", "R", "F", "accuracy", "held out"].map((name) => `<th scope="col">${name}</th>`).join("");
  return `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
}

function matrices(
  rounds: readonly ShownRound[],
  { title, bullets, paragraphs, gold }: NonNullable<RoundsPage["chapter"]>,
): string {
  const drawn = rounds.flatMap(({ name, links }) => (links === undefined ? [] : { name: roundName(name), links }));
  const panels = [...(gold === undefined ? [] : [{ name: "gold", links: gold }]), ...drawn];
  return `<div class="wide">${matrixFigure({ title, bullets, paragraphs, panels, gold })}</div>`;
}

function roundName(name: string): string {
  return /^\d+$/.test(name) ? `round ${name}` : name;
}

const [width, height, left, top] = [560, 180, 36, 14];

function curve(rounds: readonly ShownRound[]): string {
  if (rounds.length < 2) return "";
  const highest = Math.max(0.1, ...rounds.flatMap(({ f, accuracy }) => [f, accuracy]));
  const x = (round: number) => left + (round * (width - left - 90)) / (rounds.length - 1);
  const y = (value: number) => top + (1 - value / highest) * (height - top - 26);
  const line = (of: (round: ShownRound) => number, look: string, words: string) => {
    const points = rounds.map((round, k) => `${x(k).toFixed(1)},${y(of(round)).toFixed(1)}`);
    const last = rounds.at(-1);
    const end = last === undefined ? 0 : of(last);
    return `<polyline class="${look}" points="${points.join(" ")}"/><text class="${look}" x="${x(rounds.length - 1) + 8}" y="${y(end) + 4}">${words} ${figure(end)}</text>`;
  };
  const ticks = rounds.map(
    ({ name }, k) => `<text class="tick" x="${x(k).toFixed(1)}" y="${height - 6}">${escaped(name)}</text>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="F and accuracy, round by round">
<line class="axis" x1="${left}" x2="${width - 90}" y1="${y(0)}" y2="${y(0)}"/>
${line(({ accuracy }) => accuracy, "second", "accuracy")}
${line(({ f }) => f, "first", "F")}
${ticks.join("")}
</svg>`;
}
