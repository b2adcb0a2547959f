// node bench/languages.mjs BOOK…: what a language's stop words and stems are worth. Each book is a plain text of Project
// Gutenberg whose chapters have headings that say what happens (Verne, Le Tour du monde en quatre-vingts jours, GITenberg 800;
// Cervantes, Don Quijote, GITenberg 2000). Six chapters after the other are a document: its headings are the points, and each
// covers the paragraphs of its chapter. Aligned as if the text were English, and in its own language; as shipped, and with a
// calibration from three documents, which are not scored (the mean of five draws).
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { calibrationOf, linksUnder } from "../packages/align/dist/guide/calibrate.js";
import { shippedScorer } from "../packages/align/dist/shipped-scorer.js";
import { detectLanguage } from "../packages/text/dist/languages/detect.js";
import { byPosterior, calibratedDraws, f, lexical } from "./changed-guides.mjs";
import { commandLine, mean, share } from "./kit.mjs";

const chaptersOfDocument = 6;

for (const file of commandLine().positionals) {
  const chapters = chaptersOf(readText(file));
  const documents = [];
  for (let from = 0; from + chaptersOfDocument <= chapters.length; from += chaptersOfDocument)
    documents.push(documentOf(chapters.slice(from, from + chaptersOfDocument)));
  const { code, name } = detectLanguage(documents[0].story);
  console.log(`${basename(file)}: ${name}, ${chapters.length} headings, ${documents.length} documents`);
  for (const language of ["en", code]) {
    const judged = documents.map(({ gold, ...texts }) => ({
      work: file,
      odds: shippedScorer()({ ...texts, language }),
      bm25: lexical({ ...texts, language }),
      gold,
    }));
    const own = (some, calibration) => mean(some.map((each) => f(linksUnder(each, calibration), each.gold)));
    const after = calibratedDraws(judged, { name: "languages", draws: 5, calibrate: calibrationOf }, own);
    const posteriors = judged.map(({ bm25, gold }) => f(byPosterior(bm25), gold));
    console.log(
      `  ${language === code ? "in its own language" : "as if it were English"}: F ${share(own(judged))}, calibrated ${share(mean(after))}, Posterior-BM25 ${share(mean(posteriors))}`,
    );
  }
}

function documentOf(chapters) {
  const story = chapters.flatMap(({ paragraphs }) => paragraphs);
  let first = 0;
  const gold = chapters.flatMap(({ paragraphs }, summary) => {
    const from = first;
    first += paragraphs.length;
    return paragraphs.map((_, k) => ({ summary, story: from + k, confidence: 1 }));
  });
  return { summary: chapters.map(({ heading }) => heading), story, gold };
}

/** `Capítulo II. Que trata de…`, or a numeral by itself and then a line in capitals. */
function chaptersOf(text) {
  const [named, numeral] = [/^Capítulo\s+\S+\.\s+(.+)$/s, /^[IVXLC]+$/];
  const chapters = [];
  const all = text.split(/\n[^\S\n]*\n+/).map((lines) => lines.replace(/\s+/g, " ").trim());
  const paragraphs = all.filter((paragraph) => paragraph !== "");
  for (const [k, paragraph] of paragraphs.entries()) {
    const isShouted = numeral.test(paragraphs[k - 1] ?? "") && isCapitals(paragraph);
    const heading = named.exec(paragraph)?.[1] ?? (isShouted ? paragraph : undefined);
    if (heading !== undefined) chapters.push({ heading, paragraphs: [] });
    else if (!numeral.test(paragraph)) chapters.at(-1)?.paragraphs.push(paragraph);
  }
  return chapters;
}

/** A slip of the pen may be in small letters. */
function isCapitals(text) {
  return (text.match(/\p{Ll}/gu)?.length ?? 0) < 0.1 * text.length;
}

/** The book between the lines that Project Gutenberg adds. */
function readText(file) {
  const bytes = readFileSync(file);
  const utf8 = bytes.toString("utf8");
  const text = (utf8.includes("\ufffd") ? bytes.toString("latin1") : utf8).replaceAll("\r\n", "\n");
  return text.replace(/^[\s\S]*?\*{3} ?START OF[^\n]*\n/i, "").replace(/\n\*{3} ?END OF[\s\S]*$/i, "");
}
