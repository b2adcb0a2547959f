// Which points are worth a language model's attention: the rule of `--only-unsure`, on chapters with two annotations.
//   node bench/judge-rule.mjs [CORPUS]        (npm run build first; default: corpora/open)
// The second annotator of second-annotation.jsonl plays the model on the validation works: of each point that is asked
// about, it finds those of its links that the window shows. Prints, for each rule, the share of the tokens of asking
// about everything, and the share of the gain in F over plotline's own links.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/", import.meta.url);
const load = (path) => import(new URL(path, built).href);
const { findWork, openCorpus } = await load("corpus/open.js");
const { score, mean } = await load("evaluate/score.js");
const { ownReader, unsureBullets } = await load("judge/own.js");
const { focusedWindows, windowsOf } = await load("judge/windows.js");
const { alignmentForm, alignmentMessages } = await load("judge/prompt.js");
const { chatRequest } = await load("judge/request.js");
const { answerTokens, requestTokens, upperBound } = await load("judge/cost.js");

const folder = process.argv[2] ?? fileURLToPath(new URL("../corpora/open", import.meta.url));
const corpus = await openCorpus(folder);
const read = ownReader();
const chapters = [];
for (const line of readFileSync(join(folder, "second-annotation.jsonl"), "utf8").split("\n").filter(Boolean)) {
  const { work: title, chapter: number, second } = JSON.parse(line);
  const work = findWork(corpus, title);
  if (work.split !== "validation") continue;
  const chapter = await corpus.chapter(work, number);
  if (chapter.gold === undefined || chapter.gold.length === 0) continue;
  chapters.push({ chapter, second, own: read(chapter) });
}

const everything = chapters.map(({ chapter, own, second }) => {
  const all = { reach: 0.98, around: 2, fits: () => true };
  return judged(chapter, own, second, windowsOf([...chapter.summary.keys()], own.likely, all));
});
const own = mean(chapters.map(({ chapter, own }) => score(own.links, chapter.gold).f));
const most = mean(everything.map(({ f }) => f));
const tokens = sum(everything.map(({ tokens }) => tokens));
console.log(
  `${chapters.length} chapters: plotline alone ${own.toFixed(3)}, with every point asked ${most.toFixed(3)}\n`,
);
console.log("threshold  reach  around   points   tokens    gain");
for (const threshold of [0.4, 0.5, 0.6, 0.7])
  for (const reach of [0.6, 0.7, 0.8, 0.9])
    for (const around of [0, 1, 2]) {
      let [points, all] = [0, 0];
      const mixed = chapters.map(({ chapter, own, second }) => {
        const bullets = unsureBullets(own, threshold);
        [points, all] = [points + bullets.length, all + chapter.summary.length];
        return judged(chapter, own, second, focusedWindows(bullets, own.likely, { reach, around, fits: () => true }));
      });
      const share = sum(mixed.map((each) => each.tokens)) / tokens;
      const gain = (mean(mixed.map(({ f }) => f)) - own) / (most - own);
      const cells = [threshold, reach, around, (points / all).toFixed(3), share.toFixed(3), gain.toFixed(3)];
      console.log(cells.map((cell) => String(cell).padStart(8)).join(" "));
    }

function judged(chapter, own, second, windows) {
  const asked = new Map(windows.flatMap(({ bullets, paragraphs }) => bullets.map((k) => [k, new Set(paragraphs)])));
  const links = chapter.summary.flatMap((_, summary) => {
    const shown = asked.get(summary);
    if (shown === undefined) return own.links.filter((link) => link.summary === summary);
    return (second[summary] ?? []).filter((story) => shown.has(story)).map((story) => ({ summary, story }));
  });
  const tokens = sum(windows.map((window) => tokensOf(chapter, window)));
  return { f: score(links, chapter.gold).f, tokens };
}

function tokensOf(chapter, window) {
  const messages = alignmentMessages(chapter, window, { style: "evidence" });
  const request = chatRequest("model", messages, alignmentForm);
  return requestTokens(request, upperBound) + answerTokens(window.bullets.length);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
