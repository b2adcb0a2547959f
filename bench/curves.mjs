// Learning curves of the table's rows, drawn from results/curves.json into docs/pictures/learning-curves.svg: how the
// training loss fell, and what was answered right on the validation works where it had come to.
// usage: node bench/curves.mjs [OUT.svg]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, root } from "./kit.mjs";

const [out = join(root, "docs", "pictures", "learning-curves.svg")] = commandLine().positionals;
const kept = JSON.parse(readFileSync(join(root, "results", "curves.json"), "utf8"));
const numbers = (text) => text.split(" ").map(Number);
const runs = kept.runs.map((run) => ({ ...run, loss: pairs(numbers(run.at), numbers(run.loss)) }));
const [width, height, edge] = [330, 250, { left: 46, right: 12, top: 34, bottom: 40 }];
const colours = {
  "Chronological-TFIDF": "#1b6ca8",
  "Diagonal-25": "#2a9d5c",
  "Random-25": "#c98a1b",
  "No alignment": "#777777",
  "Random-5": "#c0392b",
};

const of = (task, names) =>
  runs.filter((run) => run.task === task && (names === undefined || names.includes(run.alignment)));
const cloze = of("cloze", Object.keys(colours));
const completion = of("completion", ["Chronological-TFIDF", "No alignment", "Random-5"]);
const panels = [
  lossPanel("cloze: training loss", cloze, [1, 2.3]),
  accuracyPanel("cloze: right, by training loss at the end", of("cloze"), [1.1, 1.7], [0.1, 0.5]),
  lossPanel("completion: training loss", completion, [4, 7]),
  accuracyPanel("completion: right, by training loss at the end", of("completion"), [4, 4.8], [0.1, 0.25]),
];
const legend = Object.entries(colours).map(
  ([name, colour], k) =>
    `<g transform="translate(${20 + 132 * k} ${2 * height + 14})"><rect width="12" height="4" y="-4" fill="${colour}"/><text x="17">${name}</text></g>`,
);
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * width + 10} ${2 * height + 24}" font-family="system-ui, sans-serif" font-size="11" fill="#333">
<title>Learning curves of the table's rows</title>
<rect width="100%" height="100%" fill="white"/>
${panels.map((panel, k) => `<g transform="translate(${(k % 2) * width} ${Math.floor(k / 2) * height})">${panel}</g>`).join("\n")}
${legend.join("\n")}
</svg>
`,
);

/** A line for each run, step by step. */
function lossPanel(title, shown, range) {
  const steps = [0, Math.max(...shown.map(({ loss }) => loss.at(-1)[0]))];
  const { x, y, frame } = axes(title, steps, range, "steps");
  const lines = shown.map(({ alignment, seed, loss }) => {
    const points = loss.map(([step, value]) => `${x(step)},${y(Math.min(value, range[1]))}`).join(" ");
    return `<polyline points="${points}" fill="none" stroke="${colours[alignment]}" stroke-width="1.5" opacity=".8"><title>${alignment}, seed ${seed}</title></polyline>`;
  });
  return frame + lines.join("");
}

/** A dot for each run: how far it had learned, and what that was worth. */
function accuracyPanel(title, shown, losses, shares) {
  const { x, y, frame } = axes(title, losses, shares, "training loss at the end");
  const dots = shown.map(({ alignment, seed, loss, accuracy }) => {
    const last = loss.slice(-3).reduce((sum, [, value]) => sum + value / 3, 0);
    const colour = colours[alignment] ?? "#bbbbbb";
    return `<circle cx="${x(last)}" cy="${y(accuracy)}" r="4" fill="${colour}" opacity=".85"><title>${alignment}, seed ${seed}: ${accuracy.toFixed(3)}</title></circle>`;
  });
  return frame + dots.join("");
}

function axes(title, [x0, x1], [y0, y1], name) {
  const round = (number) => Math.round(10 * number) / 10;
  const x = (value) => round(edge.left + ((value - x0) / (x1 - x0)) * (width - edge.left - edge.right));
  const y = (value) => round(height - edge.bottom - ((value - y0) / (y1 - y0)) * (height - edge.top - edge.bottom));
  const ticks = (from, to) => Array.from({ length: 5 }, (_, k) => from + ((to - from) * k) / 4);
  const label = (value) => (Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(2).replace(/^0/, ""));
  const frame = [
    `<text x="${edge.left}" y="20" font-weight="600">${title}</text>`,
    `<rect x="${edge.left}" y="${edge.top}" width="${width - edge.left - edge.right}" height="${height - edge.top - edge.bottom}" fill="none" stroke="#ccc"/>`,
    ...ticks(x0, x1).map(
      (value) => `<text x="${x(value)}" y="${height - edge.bottom + 14}" text-anchor="middle">${label(value)}</text>`,
    ),
    ...ticks(y0, y1).map(
      (value) => `<text x="${edge.left - 5}" y="${y(value) + 4}" text-anchor="end">${label(value)}</text>`,
    ),
    `<text x="${(width + edge.left) / 2}" y="${height - 8}" text-anchor="middle">${name}</text>`,
  ].join("");
  return { x, y, frame };
}

function pairs(steps, values) {
  return steps.map((step, k) => [step, values[k]]);
}
