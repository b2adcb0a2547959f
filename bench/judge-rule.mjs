// Which points are worth a language model's attention: the rule of `--only-unsure`, on chapters with two annotations.
//   node bench/judge-rule.mjs [CORPUS]        (npm run build first; default: corpora/open)
// The second annotator of second-annotation.jsonl plays the model on the validation works: of each point that is asked
// about, it finds those of its links that the window shows, excerpts included. Prints the share of the gain in F over
// plotline's own links that each share of the tokens brings, next to asking in the order of the lowest best confidence.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findWork, openCorpus } from "../dist/corpus/open.js";
import { mean, score } from "../dist/evaluate/score.js";
import { requestTokens, upperBound } from "../dist/judge/model/cost.js";
import { chatRequest } from "../dist/judge/model/request.js";
import { ownReader } from "../dist/judge/own.js";
import { Focus, perPoint, worthFor } from "../dist/judge/prompt/focus.js";
import { alignmentForm, alignmentMessages } from "../dist/judge/prompt/prompt.js";
import { commandLine, open, sum } from "./kit.mjs";

const [folder = open] = commandLine().positionals;
const corpus = await openCorpus(folder);
const read = await ownReader();
const chapters = [];
for (const line of readFileSync(join(folder, "second-annotation.jsonl"), "utf8").split("\n").filter(Boolean)) {
  const { work: title, chapter: number, second } = JSON.parse(line);
  const work = findWork(corpus, title);
  if (work.split !== "validation") continue;
  const chapter = await corpus.chapter(work, number);
  if (chapter.gold === undefined || chapter.gold.length === 0) continue;
  const own = read(chapter);
  chapters.push({ chapter, second, own, focus: new Focus(chapter, own) });
}

const everything = chapters.map((each) => judged(each, [wholeWindow(each.chapter)]));
const own = mean(chapters.map(({ chapter, own }) => score(own.links, chapter.gold).f));
const most = mean(everything.map(({ f }) => f));
const tokens = sum(everything.map(({ tokens }) => tokens));
console.log(
  `${chapters.length} chapters: plotline alone ${own.toFixed(3)}, with every point asked ${most.toFixed(3)}\n`,
);
console.log("rule                     asked for   points   tokens    gain");
const focuses = chapters.map(({ focus }) => focus);
for (const share of [0.1, 0.2, 0.33, 0.5, 0.67]) {
  const worth = worthFor(share, focuses, tokens);
  row("worth for its tokens", share, ({ focus }) => focus.windows(focus.bullets(worth), () => true), worth);
}
for (const share of [0.2, 0.33, 0.5]) {
  const threshold = thresholdFor(share);
  row("best confidence below", threshold, (each) => each.focus.windows(doubtful(each, threshold), () => true));
}

function row(rule, setting, windowsOf, worth) {
  const mixed = chapters.map((each) => judged(each, windowsOf(each)));
  const points = sum(mixed.map((each) => each.points)) / sum(chapters.map(({ chapter }) => chapter.summary.length));
  const share = sum(mixed.map((each) => each.tokens)) / tokens;
  const gain = (mean(mixed.map(({ f }) => f)) - own) / (most - own);
  const cells = [setting, ...[points, share, gain].map((value) => value.toFixed(3))].map((cell) =>
    String(cell).padStart(8),
  );
  console.log(
    `${rule.padEnd(26)}${cells.join(" ")}${worth === undefined ? "" : `   (worth ${worth.toExponential(2)})`}`,
  );
}

function thresholdFor(share) {
  const costs = (threshold) =>
    sum(
      chapters.map(
        (each) =>
          judged(
            each,
            each.focus.windows(doubtful(each, threshold), () => true),
          ).tokens,
      ),
    );
  return [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].findLast((each) => costs(each) <= share * tokens) ?? 0.4;
}

function doubtful({ own: { likely } }, threshold) {
  const rows = Array.from({ length: likely.rows }, (_, i) => i);
  const best = (i) => Math.max(...likely.values.subarray(i * likely.columns, (i + 1) * likely.columns));
  return rows.filter((i) => best(i) < threshold);
}

function wholeWindow({ summary, story }) {
  return { bullets: [...summary.keys()], paragraphs: [...story.keys()] };
}

function judged({ chapter, own, second }, windows) {
  const asked = new Map(windows.flatMap(({ bullets, paragraphs }) => bullets.map((k) => [k, new Set(paragraphs)])));
  const links = chapter.summary.flatMap((_, summary) => {
    const shown = asked.get(summary);
    if (shown === undefined) return own.links.filter((link) => link.summary === summary);
    return (second[summary] ?? []).filter((story) => shown.has(story)).map((story) => ({ summary, story }));
  });
  const tokens = sum(windows.map((window) => tokensOf(chapter, window)));
  return { f: score(links, chapter.gold).f, tokens, points: asked.size };
}

function tokensOf(chapter, window) {
  const messages = alignmentMessages(chapter, window, { style: "evidence" });
  return requestTokens(chatRequest("model", messages, alignmentForm), upperBound) + perPoint * window.bullets.length;
}
