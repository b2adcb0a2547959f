// node bench/wider.mjs [CORPUS…] [--draws 20]: how well guides of other kinds are aligned, as shipped and after a calibration
// with three chapters, next to Posterior-BM25: corpora/king-james (chapter headings of the Bible) unless others are given.
// For each draw three random chapters calibrate, and all others are scored; F is the mean over chapters, then over draws.
// Posterior-BM25 gets the same three: its temperature and prices are those with the best F on them.

import { score } from "../packages/align/dist/evaluate/score.js";
import { calibrationOf } from "../packages/align/dist/guide/calibrate.js";
import { decideGuide } from "../packages/align/dist/guide/decide.js";
import { noPins } from "../packages/align/dist/method.js";
import { shippedScorer } from "../packages/align/dist/shipped-scorer.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import {
  byPosterior,
  calibratedDraws,
  calibrationError,
  goldOf,
  judge as judgeLinks,
  lexical,
} from "./changed-guides.mjs";
import { commandLine, mean, percent, share } from "./kit.mjs";

const { positionals, values } = commandLine({ draws: 20 });

for (const folder of positionals.length > 0 ? positionals : ["corpora/king-james"]) await measure(folder);

async function measure(folder) {
  const corpus = await openCorpus(folder);
  const own = shippedScorer();
  const chapters = [];
  for (const chapter of await goldOf(corpus)) {
    const { split } = corpus.works.find(({ title }) => title === chapter.work);
    chapters.push({ ...chapter, split, odds: own(chapter), bm25: lexical(chapter) });
  }
  const covered = mean(chapters.map(({ gold, story }) => new Set(gold.map((link) => link.story)).size / story.length));
  console.log(
    `${folder}: ${chapters.length} chapters with gold of ${new Set(chapters.map(({ work }) => work)).size} works; ${percent(covered)} of the paragraphs covered`,
  );
  line("Posterior-BM25", chapters, (chapter) => byPosterior(chapter.bm25));
  line("Posterior-BM25, calibrated", chapters, (chapter, prices) => byPosterior(chapter.bm25, prices), choosePrices);
  line("plotline", chapters, (chapter) => links(chapter, {}));
  line("plotline --density whole", chapters, (chapter) => links(chapter, { density: "whole" }));
  line("plotline, calibrated", chapters, (chapter, calibration) => links(chapter, { calibration }), calibrationOf);
}

/** F of an aligner; with `calibrate` the mean of the draws. */
function line(name, chapters, align, calibrate) {
  const known = new Map();
  const aligned = (chapter, calibration) => {
    const key = `${chapter.work} ${chapter.number} ${JSON.stringify(calibration)}`;
    if (!known.has(key)) known.set(key, align(chapter, calibration));
    return known.get(key);
  };
  const measured = (some, calibration) =>
    judge(
      some,
      some.map((chapter) => aligned(chapter, calibration)),
    );
  const results =
    calibrate === undefined
      ? [measured(chapters)]
      : calibratedDraws(chapters, { name: "wider", draws: values.draws, calibrate }, measured);
  const of = (figure) => mean(results.map((result) => result[figure]));
  const fs = results.map(({ f }) => f);
  console.log(
    [
      name.padEnd(28),
      `P ${share(of("precision"))} R ${share(of("recall"))} F ${share(of("f"))}`,
      fs.length > 1 ? `(${share(Math.min(...fs))} to ${share(Math.max(...fs))} in ${fs.length} draws)` : "",
      ...["train", "validation"]
        .filter((wanted) => chapters.some(({ split }) => split === wanted))
        .map((split) => `${split} ${share(of(split))}`),
      `calibration error ${share(of("error"))}`,
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

function judge(chapters, alignments) {
  const scores = chapters.map(({ gold }, k) => score(alignments[k], gold));
  const judged = chapters.flatMap(({ gold }, k) => judgeLinks(alignments[k], gold));
  const ofSplit = (split) => mean(scores.filter((_, k) => chapters[k].split === split).map(({ f }) => f));
  return {
    precision: mean(scores.map(({ precision }) => precision)),
    recall: mean(scores.map(({ recall }) => recall)),
    f: mean(scores.map(({ f }) => f)),
    train: ofSplit("train"),
    validation: ofSplit("validation"),
    error: calibrationError(judged),
  };
}

function links({ odds }, wanted) {
  return decideGuide(odds, noPins, wanted).links;
}

/** The temperature and prices with which Posterior-BM25 does best on some chapters. */
function choosePrices(chapters) {
  const candidates = [1, 2, 4, 8].flatMap((temperature) =>
    [Number.POSITIVE_INFINITY, 2, 1, 0, -1, -2].map((skipStory) => ({ temperature, skipStory, skipSummary: 2 })),
  );
  const f = (options) => mean(chapters.map((chapter) => score(byPosterior(chapter.bm25, options), chapter.gold).f));
  return candidates.map((options) => ({ options, f: f(options) })).sort((a, b) => b.f - a.f)[0].options;
}
