import { worksInterval } from "@plotline/align";
import { counted, groupedBy, Problem } from "@plotline/base";
import { noContext, type Task, tasks } from "@plotline/questions";
import { claim } from "../paper/cells.ts";
import type { Answers, PaperResults } from "../paper/results.ts";
import { figure, type Table } from "./alignment-table.ts";
import { claimTable } from "./claim.ts";
import { paperNames, paperRow } from "./paper.ts";
import { besidePaper, detailTable, markdownTable, resultRows, resultsMarkdown, setRows } from "./results-table.ts";

/** A page with its blocks of figures made from results: what stands between `<!-- figures: name -->` and its end. */
export function withFigures(page: string, results: PaperResults): string {
  return page.replace(/<!-- figures: (\w+) -->\n[\s\S]*?<!-- \/figures -->/g, (_, name: string) => {
    const block = blocks[name];
    if (block === undefined)
      throw new Problem(`There is no block of figures "${name}"; there are ${Object.keys(blocks).join(", ")}.`);
    return `<!-- figures: ${name} -->\n${block(results)}\n<!-- /figures -->`;
  });
}

const blocks: Readonly<Record<string, (results: PaperResults) => string>> = {
  /** Everything. */
  table: resultsMarkdown,

  /** The paper's aligners, and those that stand for one of its rows. */
  alignment: (results) => {
    const rows = setRows(results).filter(({ method, ours }) => ours[2] !== "–" && isPapers(method));
    const cells = rows.map((row) => [row.method, ...besidePaper(row).slice(0, 3), overWorks(row.method, results)]);
    const header = ["alignment", "P", "R", "F", "95 % of F (works)"];
    return `${markdownTable({ header, rows: cells }, 1)}\n\n\`${results.alignment?.signature}\`${encoderLine(results)}`;
  },

  /** Every cell of the task table that has begun, beside the paper's. */
  tasks: (results) => {
    const { header, rows } = detailTable(results);
    const beside = rows.map(([method = "", task = "", ...rest]) => {
      const paper = paperRow(method);
      return [method, task, figure(task === "cloze" ? paper?.cloze : paper?.completion), ...rest];
    });
    return tableOrNone({ header: ["alignment", "task", "paper", ...header.slice(2)], rows: beside }, 2);
  },

  /** The test of the paper's claim. */
  claim: (results) => tableOrNone(claimTable(results), 1),

  /** Accuracy on the validation works after each pass. */
  curves: ({ cells }) => {
    const begun = cells.filter(({ curve }) => curve.length > 0);
    const most = begun.reduce((longest, { curve }) => Math.max(longest, curve.length), 0);
    const passes = Array.from({ length: most }, (_, k) => String(k + 1));
    const rows = begun.map(({ task, alignment, seed, learningRate, curve }) => [
      `${alignment}, ${task}, seed ${seed}, ${learningRate.toExponential()}`,
      ...passes.map((_, k) => (curve[k] === undefined ? "" : figure(curve[k].validation))),
    ]);
    return tableOrNone({ header: ["after pass", ...passes], rows }, 1);
  },

  /** F of an alignment learned with the task after each round, and how many questions are answered right with it. */
  learned: ({ learned }) => {
    const shown = ["start", 0, 1, 2, 4, 8, 16] as const;
    const rows = learned.flatMap(({ method, variant, rounds, ...best }) =>
      (["f", "accuracy"] as const).map((what) => [
        [method, variant, what === "f" ? "F" : "right"].filter((part) => part !== undefined).join(", "),
        ...shown.map((round) => figure(rounds.find((each) => each.round === round)?.[what])),
        `${figure(best[what])} (${best.round})`,
      ]),
    );
    return tableOrNone({ header: ["after round", ...shown.map(String), "best on held-back works"], rows }, 1);
  },

  /** Whoever answers without having been trained on the corpus, blind first, works drawn again. */
  answers: ({ answers }) => answers.flatMap((each) => tasks.map((task) => answersTable(task, each))).join("\n\n"),

  /** Like beside like: the paper's models on its questions under its protocol. */
  headline: (results) => {
    const rows = resultRows(results);
    const row = (name: string) => rows.find(({ method }) => method === name);
    const rowsOfClaim = claim.flatMap((name) => {
      const [of] = row(name)?.cloze ?? [];
      if (of === undefined) return [];
      const last = Math.max(...of.passes);
      const stands = `${counted(of.seeds.length, "seed")}, ${counted(last, "pass", "passes")}${of.improving ? ", not all finished" : ""}`;
      return [
        [`cloze, the paper's reader with ${name}`, figure(paperRow(name)?.cloze), `${figure(of.accuracy)} (${stands})`],
      ];
    });
    const best = "Chronological-TFIDF";
    const aligned = [`alignment, F of ${best}`, figure(paperRow(best)?.f), figure(row(best)?.f)];
    return markdownTable({ header: ["the paper's, made again", "paper", "here"], rows: [aligned, ...rowsOfClaim] }, 1);
  },
};

function answersTable(task: Task, { alignment, set, hashes, works, scores }: Answers): string {
  const own = scores.filter((score) => score.task === task);
  const shown = (score: (typeof own)[number] | undefined) =>
    score === undefined ? "–" : `${figure(score.right)} (${score.byWork.map(figure).join("–")})`;
  const rows = [...groupedBy(own, ({ answerer }) => answerer)].map(([answerer, each]) => {
    const none = each.find((score) => score.alignment === noContext);
    const others = each.filter((score) => score.alignment !== noContext);
    const [blind, paper] = ["blind", "paper"].map((protocol) => others.find((score) => score.protocol === protocol));
    return [answerer, shown(blind), shown(none), shown(paper)];
  });
  const title = `${task}, ${own[0]?.questions} questions about ${works.length} works`;
  const table = markdownTable({ header: [title, "blind", "without the passage", "paper"], rows }, 1);
  return `${table}\n\n\`corpus:${hashes.corpus}|set:${set}|asked:${hashes[task]}|alignment:${alignment}\``;
}

/** F of an alignment with works drawn again, each with its chapters. */
function overWorks(row: string, { alignment, learned }: PaperResults): string {
  const { interval } = learned.find(({ method, variant }) => method === row && variant === undefined) ?? {};
  if (interval !== undefined) return interval.map(figure).join("–");
  const { works } = alignment?.methods.find(({ method }) => method === row.replace(/ \(\d+ seeds\)$/, "")) ?? {};
  const shares = works?.map(({ work, chapters, f }) => ({ work, questions: chapters, right: f }));
  return shares === undefined ? "–" : worksInterval(shares).map(figure).join("–");
}

function isPapers(method: string): boolean {
  return paperNames.includes(method.replace(/ \(.*\)$/, "")) || method.startsWith("CCCP");
}

function encoderLine({ encoder }: PaperResults): string {
  return encoder === undefined ? "" : `\n\n\`${encoder.signature}\``;
}

function tableOrNone(table: Table, left: number): string {
  return table.rows.length === 0 ? "Nothing has been trained yet." : markdownTable(table, left);
}
