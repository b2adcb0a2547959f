import { escaped, htmlFile, prose } from "../markup.ts";
import { type AlignedChapter, type AlignedWork, passagesOf } from "./aligned-work.ts";

const style = `
body { font: 11.5pt/1.5 Georgia, serif; max-width: 40em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin: 2em 0 .5em; break-after: avoid; }
.point { font-weight: bold; margin: 1.2em 0 .4em; break-after: avoid; }
blockquote { margin: 0 0 .6em 1.2em; padding-left: .8em; border-left: 2px solid #999; }
.gap { color: #595959; margin-left: 1.2em; } footer { color: #595959; font-size: .85em; margin-top: 3em; }
@media print { body { margin: 0; max-width: none; } @page { margin: 2cm; } }`;

/** To print: every point of the guide with the passages it covers, and nothing else of the book. */
export function handoutPage(work: AlignedWork): string {
  const chapters = work.chapters.filter(({ summary }) => summary.length > 0);
  return htmlFile({
    title: work.title,
    style,
    body: `<main>
<h1>${escaped(work.title)}</h1>
${chapters.map(section).join("\n")}
</main>
<footer>${escaped([`Links: ${work.alignment}`, ...work.rights].join(". "))}.</footer>`,
  });
}

function section(chapter: AlignedChapter): string {
  return `<section><h2>${escaped(chapter.name)}</h2>\n${chapter.summary.map((text, k) => point(chapter, text, k)).join("\n")}</section>`;
}

function point(chapter: AlignedChapter, text: string, k: number): string {
  const passages = passagesOf(chapter, k).map(({ from, to }) => {
    const paragraphs = chapter.story.slice(from, to + 1).map((each) => `<p>${lines(each)}</p>`);
    return `<blockquote>${paragraphs.join("")}</blockquote>`;
  });
  const found =
    passages.length === 0 ? '<p class="gap">No matching passage found.</p>' : passages.join('<p class="gap">…</p>');
  return `<p class="point">${lines(text)}</p>\n${found}`;
}

function lines(text: string): string {
  return prose(text).replaceAll("\n", "<br>");
}
