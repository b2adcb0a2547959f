import { type Alignment, cellKey, cellSet, score } from "@plotline/align";
import { escaped } from "@plotline/formats";
import { figure } from "./alignment-table.ts";

/** One alignment in a figure. */
export interface Panel {
  readonly name: string;
  readonly links: Alignment;
}

export interface MatrixFigure {
  readonly title: string;
  readonly points: number;
  readonly paragraphs: number;
  readonly panels: readonly Panel[];
  /** What the panels are judged by: links that it has are drawn in ink, others in a lighter colour. */
  readonly gold?: Alignment;
}

/** The paper's row of alignment matrices as SVG: rows are points, columns are story paragraphs. */
export function matrixFigure({ title, points, paragraphs, panels, gold }: MatrixFigure): string {
  const height = Math.round(panelWidth * Math.min(1, Math.max(0.4, (2.2 * points) / Math.max(1, paragraphs))));
  const shape = { points, paragraphs, height };
  const perRow = Math.min(panels.length, 5);
  const rows = Math.ceil(panels.length / perRow);
  const rowHeight = height + 62;
  const width = margin * 2 + perRow * panelWidth + (perRow - 1) * gap;
  const fullHeight = top + rows * rowHeight + bottom;
  const drawn = panels.map((panel, k) => {
    const x = margin + (k % perRow) * (panelWidth + gap);
    const y = top + Math.floor(k / perRow) * rowHeight;
    return `<g transform="translate(${x} ${y})">${panelSvg(panel, shape, gold, k === 0)}</g>`;
  });
  const description = `Alignment matrices of ${title}: ${panels.map((panel) => panel.name).join(", ")}.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${fullHeight}" width="${width}" height="${fullHeight}" role="img" aria-label="${escaped(description)}">`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${fullHeight}"/>`,
    `<text class="title" x="${margin}" y="26">${escaped(title)}</text>`,
    ...drawn,
    gold === undefined ? "" : legend(fullHeight - 12),
    "</svg>\n",
  ].join("\n");
}

const panelWidth = 216;
const gap = 22;
const margin = 30;
const top = 66;
const bottom = 2;

const style = `
.paper{fill:#fbfaf7}.title{font:600 15px Georgia,'Times New Roman',serif;fill:#22201c}
.name{font:600 12px Georgia,'Times New Roman',serif;fill:#22201c}.note{font:11px Georgia,'Times New Roman',serif;fill:#6d675d}
rect{shape-rendering:crispEdges}.frame{fill:#fff;stroke:#cfc9bd}.right{fill:#22324f}.wrong{fill:#d99a6c}.missed{fill:none;stroke:#22324f;stroke-opacity:.35}
@media(prefers-color-scheme:dark){.paper{fill:#191a1d}.title,.name{fill:#e8e4dc}.note{fill:#a39d92}
.frame{fill:#222429;stroke:#43464d}.right{fill:#a9c1ee}.wrong{fill:#b5703f}}`.replaceAll("\n", "");

interface Shape {
  readonly points: number;
  readonly paragraphs: number;
  readonly height: number;
}

function panelSvg({ name, links }: Panel, shape: Shape, gold: Alignment | undefined, first: boolean): string {
  const isGold = links === gold;
  const note = gold === undefined || isGold ? `${links.length} links` : `F ${figure(score(links, gold).f)}`;
  return [
    `<text class="name" y="-10">${escaped(name)}</text>`,
    `<text class="note" x="${panelWidth}" y="-10" text-anchor="end">${note}</text>`,
    `<rect class="frame" x="-.5" y="-.5" width="${panelWidth + 1}" height="${shape.height + 1}"/>`,
    ...cells(links, shape, gold),
    `<text class="note" y="${shape.height + 16}">story →</text>`,
    first ? `<text class="note" transform="translate(-8 ${shape.height}) rotate(-90)">← summary</text>` : "",
  ].join("");
}

/** Neighbours in a row that look the same are one rectangle. */
function cells(links: Alignment, { points, paragraphs, height }: Shape, gold: Alignment | undefined): string[] {
  const [w, h] = [panelWidth / Math.max(1, paragraphs), height / Math.max(1, points)];
  const wanted = gold === undefined ? undefined : cellSet(gold);
  const runs: { summary: number; from: number; to: number; look: string }[] = [];
  for (const link of links) {
    const look = lookOf(link.confidence, wanted === undefined || wanted.has(cellKey(link)));
    const last = runs.at(-1);
    if (last !== undefined && last.summary === link.summary && last.to + 1 === link.story && last.look === look)
      last.to++;
    else runs.push({ summary: link.summary, from: link.story, to: link.story, look });
  }
  return runs.map(
    ({ summary, from, to, look }) =>
      `<rect ${look} x="${round(from * w)}" y="${round(summary * h)}" width="${round(Math.max(1, (to - from + 1) * w))}" height="${round(Math.max(1, h))}"/>`,
  );
}

/** Confidence in quarters: strong enough to be seen, few enough to be distinguished. */
function lookOf(confidence: number, right: boolean): string {
  const strength = confidence >= 0.75 ? 1 : confidence >= 0.5 ? 0.8 : confidence >= 0.25 ? 0.6 : 0.4;
  return `class="${right ? "right" : "wrong"}"${strength < 1 ? ` opacity="${strength}"` : ""}`;
}

function legend(y: number): string {
  const swatch = (x: number, look: string, words: string) =>
    `<rect class="${look}" x="${x}" y="${y - 9}" width="10" height="10"/><text class="note" x="${x + 15}" y="${y}">${words}</text>`;
  return swatch(margin, "right", "gold has it") + swatch(margin + 105, "wrong", "gold does not have it");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
