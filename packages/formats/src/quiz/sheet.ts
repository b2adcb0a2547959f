import { escaped, htmlFile } from "../markup.ts";
import { type ExportedQuestion, type ExportedQuiz, letterOf, prompt, rightOption, sourceOf } from "./exported.ts";

const style = `
body { font: 12pt/1.45 Georgia, serif; max-width: 42em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.5em; } .name { margin: 1em 0 2em; }
ol.questions > li { margin: 0 0 1.4em; break-inside: avoid; } ol.options { list-style: lower-alpha; margin: .4em 0 0; }
.source { color: #555; font-size: .85em; } section.key { break-before: page; } section.key li { margin: 0 0 .8em; }
blockquote { margin: .3em 0 .3em 1.5em; font-size: .9em; color: #333; }
@media print { body { margin: 0; max-width: none; } @page { margin: 2cm; } }`;

/** A sheet to print: the questions, and on a page of its own the answers with their passages. */
export function sheetHtml({ title, questions }: ExportedQuiz): string {
  return htmlFile({
    title,
    style,
    body: `<main>
<h1>${escaped(title)}</h1>
<p class="name">Name: ______________________________ &nbsp; Date: ______________</p>
<ol class="questions">
${questions.map(question).join("\n")}
</ol>
<section class="key"><h2>Answers</h2>
<ol>
${questions.map(answer).join("\n")}
</ol></section>
</main>`,
  });
}

function question(each: ExportedQuestion): string {
  const options = each.options.map((option) => `<li>${escaped(option)}</li>`).join("");
  return `<li>${escaped(prompt(each))} <span class="source">${escaped(sourceOf(each))}</span><ol class="options">${options}</ol></li>`;
}

function answer(each: ExportedQuestion): string {
  const passage = each.passage.map((text) => `<blockquote>${escaped(text)}</blockquote>`).join("");
  return `<li><b>${letterOf(each.answer)}</b> ${escaped(rightOption(each))}${passage}</li>`;
}
