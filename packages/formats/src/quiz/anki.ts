import { gap } from "@plotline/questions";
import { escaped } from "../markup.ts";
import { type ExportedQuestion, type ExportedQuiz, rightOption, sourceOf } from "./exported.ts";

/** A text file that Anki imports as cloze notes (2.1.54 and later read its head); it makes the deck itself. */
export function ankiText({ title, questions }: ExportedQuiz): string {
  const head = ["#separator:tab", "#html:true", "#notetype:Cloze", `#deck:${line(title)}`, "#tags column:3"];
  return `${[...head, ...questions.map(note)].join("\n")}\n`;
}

function note(question: ExportedQuestion): string {
  const extra = [`<i>${html(sourceOf(question))}</i>`, ...question.passage.map((text) => `<p>${html(text)}</p>`)];
  const tags = ["plotline", question.work.replace(/[\s,]+/g, "-"), question.task === "cloze" ? "who" : "what-next"];
  return [clozeText(question), extra.join(""), tags.join(" ")].map(line).join("\t");
}

function clozeText(question: ExportedQuestion): string {
  const answer = `{{c1::${withoutBraces(html(rightOption(question)))}}}`;
  const text = withoutBraces(html(question.text));
  return question.task === "cloze" ? text.replaceAll(gap, answer) : `${text}<br><b>What happens next?</b><br>${answer}`;
}

/** Two braces or colons in a row would end or begin a cloze. */
function withoutBraces(text: string): string {
  return text.replace(/[{}]/g, (brace) => (brace === "{" ? "&#123;" : "&#125;")).replaceAll("::", ":&#58;");
}

function html(text: string): string {
  return escaped(text).replaceAll("\n", "<br>");
}

function line(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ");
}
