import { worksInterval } from "@plotline/align";
import type { Protocol } from "@plotline/questions";
import type { CellFile } from "../paper/cell-file.ts";
import { claim, usualRate } from "../paper/cells.ts";
import type { PaperResults } from "../paper/results.ts";
import { figure, type Table } from "./alignment-table.ts";
import { accuracyOf, meanOf, meanWorks } from "./task-figures.ts";

/** The two rows of the paper's claim after the same passes, what is between them, and what a rule has that reads nothing. */
export function claimTable({ cells, answers }: PaperResults): Table {
  const rows = claim.map((name) => ({ name, seeds: begun(cells, name) }));
  const [aligned, whole] = rows.map(({ seeds }) => seeds) as [CellFile[], CellFile[]];
  if (aligned.length * whole.length === 0) return { header: [], rows: [] };
  const longest = Math.max(...rows.flatMap(({ seeds }) => seeds.map(({ curve }) => curve.length)));
  const passes = [1, 2, 4, 8, 12, 16, 24].filter((pass) => pass <= longest);
  const majority = answers
    .find(({ hashes }) => hashes.corpus === cells[0]?.hashes.corpus)
    ?.scores.find(({ answerer, task }) => answerer === "majority" && task === "cloze")?.right;
  const differences = passes.map((pass) => figure(after(aligned, pass) - after(whole, pass)));
  return {
    header: ["after pass", ...passes.map(String), "best on held-back works"],
    rows: [
      ...rows.map(({ name, seeds }) => [
        `${name}, ${seeds.length === 1 ? "1 seed" : `${seeds.length} seeds`}`,
        ...passes.map((pass) => figure(after(seeds, pass))),
        `${figure(meanOf(seeds.map(accuracyOf)))}${seeds.every(({ ended }) => ended) ? "" : "…"}`,
      ]),
      ["between them", ...differences, between(aligned, whole, "paper")],
      ["between them, blind", ...passes.map(() => "–"), between(aligned, whole, "blind")],
      ["the most frequent name of the work", ...passes.map(() => figure(majority)), figure(majority)],
    ],
  };
}

function begun(cells: readonly CellFile[], row: string): CellFile[] {
  return cells.filter(({ task, alignment, learningRate, curve }) => {
    return task === "cloze" && alignment === row && learningRate === usualRate && curve.length > 0;
  });
}

/** The mean over seeds; one that ended before stays where it was. */
function after(seeds: readonly CellFile[], pass: number): number {
  return meanOf(seeds.map(({ curve }) => curve[Math.min(pass, curve.length) - 1]!.validation));
}

/** With 95 % by drawing works again, where all seeds of both have a score. */
function between(aligned: readonly CellFile[], whole: readonly CellFile[], protocol: Protocol): string {
  const [a, b] = [aligned, whole].map((seeds) => seeds.flatMap(({ score }) => score?.[protocol] ?? []));
  const meanRight = (seeds: readonly { readonly accuracy: number }[]) => meanOf(seeds.map(({ accuracy }) => accuracy));
  if (a!.length < aligned.length || b!.length < whole.length)
    return protocol === "blind" ? "–" : figure(meanOf(aligned.map(accuracyOf)) - meanOf(whole.map(accuracyOf)));
  const difference = figure(meanRight(a!) - meanRight(b!));
  const others = meanWorks(b!);
  const works = meanWorks(a!).map((work, k) => ({ ...work, right: work.right - others[k]!.right }));
  return `${difference} (${worksInterval(works).map(figure).join(" to ")})`;
}
