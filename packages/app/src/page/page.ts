import { type Alignment, missing, rowsOf } from "@plotline/align";
import { counted, sumOf } from "@plotline/base";
import { addressesOf, addressText, groupedByPart } from "@plotline/corpus";
import { escaped, htmlFile, prose } from "@plotline/formats";
import { stopWords } from "@plotline/text";
import { behaviour } from "./behaviour.ts";
import { strengthClass, style } from "./style.ts";

export interface ReadingPage {
  readonly title: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly links: Alignment;
  /** Headings of the story, by the index of the paragraph they come before. */
  readonly headings?: ReadonlyMap<number, string>;
  /** How the links were made, for the foot of the page. */
  readonly madeBy: string;
}

/**
 * One HTML file to read a summary and its story side by side. It loads nothing from the network, and prints as a book
 * with notes.
 *
 * @example
 * const [summary, story] = [["She leaves."], ["Anna shut the door and went.", "It rained."]];
 * const html = readingPage({ title: "Anna", summary, story, links: align(summary, story), madeBy: "plotline" });
 * html.match(/<title>.*<.title>/)[0]; // → "<title>Anna</title>"
 */
export function readingPage(page: ReadingPage): string {
  const { title } = page;
  return htmlFile({
    title,
    style,
    body: bodyOf(page),
    script: `(${behaviour.toString()})();`,
    head: '<meta name="color-scheme" content="light dark">\n',
  });
}

/** Whether an HTML file is such a page. */
export function isReadingPage(html: string): boolean {
  return html.includes(linksOpen);
}

const linksOpen = '<script type="application/json" id="links">';

function bodyOf(page: ReadingPage): string {
  const rows = rowsOf(page.links, page.summary.length);
  const coverage = coverageOf(page, rows);
  return `<header><h1 dir="auto">${escaped(page.title)}</h1><p>${escaped(counts(page))}</p>${contents(page)}</header>
<main>
<section class="pane summary" aria-label="Summary" tabindex="-1"><h2>Summary</h2><ol${languageOf(page.summary)}>
${page.summary.map((text, k) => point(text, k, rows[k]?.length ?? 0)).join("\n")}
</ol></section>
<svg class="between" aria-hidden="true"></svg>
<section class="pane story" aria-label="Story" tabindex="-1"><h2>Story</h2><div${languageOf(page.story)}>
${page.story.map((text, k) => paragraph(text, k, coverage[k] ?? uncovered, page)).join("\n")}
${missing(page, page.links)
  .unmatched.map((k) => note(k, page))
  .join("\n")}
</div></section>
</main>
<footer>${escaped(page.madeBy)}</footer>
${linksOpen}${data(page.links)}</script>`;
}

/** The page is in English; a text that is not must not be hyphenated or read aloud as if it were. */
function languageOf(paragraphs: readonly string[]): string {
  const words = paragraphs.slice(0, 200).flatMap((text) => text.toLowerCase().match(/[\p{L}']+/gu) ?? []);
  const english = words.filter((word) => stopWords.has(word)).length;
  return english > 0.25 * words.length ? "" : ' lang=""';
}

function counts({ summary, story, links }: ReadingPage): string {
  const { uncovered, unmatched } = missing({ summary, story }, links);
  const left = sumOf(uncovered, ({ from, to }) => to - from + 1);
  const paragraphs = `${counted(story.length, "paragraph")}, ${(story.length - left).toLocaleString("en")} covered`;
  const without = unmatched.length > 0 ? [`${counted(unmatched.length, "point")} not matched`] : [];
  return [counted(summary.length, "point"), paragraphs, ...without].join(" · ");
}

/** Links to the chapters, under the names of their parts. */
function contents({ headings = new Map() }: ReadingPage): string {
  if (headings.size < 2) return "";
  const addresses = addressesOf([...headings.values()]);
  const chapters = [...headings.keys()].map((paragraph, k) => ({ paragraph, ...addresses[k]! }));
  const groups = groupedByPart(chapters, ({ label }) => label).map(({ part, chapters: own }) => {
    const items = own.map(
      ({ chapter, label }) =>
        `<a href="#h${chapter.paragraph + 1}">${prose(addressText({ label, title: chapter.title }))}</a>`,
    );
    return `${part === "" ? "" : `<h2>${escaped(part)}</h2>`}${items.join("")}`;
  });
  return `<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${groups.join("")}</nav></details>`;
}

interface Coverage {
  /** The points whose first paragraph this is. */
  readonly beginning: readonly number[];
  readonly isCovered: boolean;
  /** The highest confidence of a link to it. */
  readonly strength: number;
}

const uncovered: Coverage = { beginning: [], isCovered: false, strength: 0 };

function coverageOf({ links, story }: ReadingPage, rows: readonly (readonly number[])[]): Coverage[] {
  const firsts = rows.map((row) => row.reduce((least, paragraph) => Math.min(least, paragraph), story.length));
  const coverage = story.map(() => uncovered);
  for (const { summary, story: k, confidence } of links) {
    const { beginning, strength } = coverage[k] ?? uncovered;
    coverage[k] = {
      beginning: firsts[summary] === k ? [...beginning, summary] : beginning,
      isCovered: true,
      strength: Math.max(strength, confidence),
    };
  }
  return coverage;
}

function point(text: string, k: number, covered: number): string {
  const label = `Point ${k + 1}, ${covered === 0 ? "no matching passage found" : `covers ${counted(covered, "paragraph")}`}`;
  return `<li id="s${k + 1}" tabindex="0"${covered === 0 ? ' class="unmatched"' : ""} aria-label="${label}" aria-describedby="t${k + 1}"><span class="number">${k + 1}</span><p id="t${k + 1}" dir="auto">${lines(text)}</p></li>`;
}

/** On paper and on small screens, points are notes where the passage they cover begins. */
function paragraph(text: string, k: number, { beginning, isCovered, strength }: Coverage, page: ReadingPage): string {
  const heading = page.headings?.get(k);
  return [
    heading === undefined ? "" : `<h3 id="h${k + 1}" tabindex="-1">${prose(heading)}</h3>`,
    ...beginning.map((point) => note(point, page)),
    `<div class="paragraph ${isCovered ? strengthClass(strength) : "uncovered"}" id="p${k + 1}" tabindex="0"><span class="number">${k + 1}</span><p dir="auto">${withSentences(text, k, page)}</p></div>`,
  ].join("");
}

/** Sentences that carry links are marked with the points that they carry, counted from 1. */
function withSentences(text: string, k: number, { links }: ReadingPage): string {
  const points = new Map<string, number[]>();
  for (const { summary, story, sentences = [] } of links)
    if (story === k)
      for (const { start, end } of sentences)
        points.set(`${start} ${end}`, [...(points.get(`${start} ${end}`) ?? []), summary + 1]);
  const marks = [...points].map(([place, carried]) => ({ place: place.split(" ").map(Number), carried }));
  let made = "";
  let at = 0;
  for (const { place, carried } of marks.sort((a, b) => a.place[0]! - b.place[0]!)) {
    const [start = 0, end = 0] = place;
    if (start < at) continue;
    made += `${lines(text, at, start)}<span data-points="${carried.join(" ")}">${lines(text, start, end)}</span>`;
    at = end;
  }
  return made + lines(text, at);
}

function note(k: number, { summary }: ReadingPage): string {
  return `<aside class="note" dir="auto"><span class="number">${k + 1}</span> ${lines(summary[k] ?? "")}</aside>`;
}

function lines(text: string, from = 0, to = text.length): string {
  return prose(text, { from, to }).replaceAll("\n", "<br>");
}

/** Point, paragraph, confidence in hundredths; `<` would end the element. */
function data(links: Alignment): string {
  const cells = links.map((link) => [link.summary, link.story, Math.round(link.confidence * 100)]);
  return JSON.stringify(cells).replaceAll("<", "\\u003c");
}
