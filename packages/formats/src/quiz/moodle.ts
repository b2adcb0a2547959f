import { escapedXml } from "../markup.ts";
import { type ExportedQuestion, type ExportedQuiz, prompt, sourceOf } from "./exported.ts";

/** Moodle XML: questions with one right answer, and the passage as feedback. */
export function moodleXml({ title, questions }: ExportedQuiz): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/top/${escapedXml(title.replace(/\s*\/+\s*/g, " - "))}</text></category></question>
${questions.map(question).join("\n")}
</quiz>
`;
}

function question(each: ExportedQuestion, k: number): string {
  const feedback = each.passage.map((text) => `<blockquote>${html(text)}</blockquote>`).join("");
  return `<question type="multichoice">
<name><text>${escapedXml(`${k + 1}. ${sourceOf(each)}`)}</text></name>
<questiontext format="html"><text>${inXml(`<p>${html(prompt(each))}</p>`)}</text></questiontext>
<generalfeedback format="html"><text>${inXml(feedback)}</text></generalfeedback>
<defaultgrade>1</defaultgrade>
<penalty>0.3333333</penalty>
<hidden>0</hidden>
<single>true</single>
<shuffleanswers>true</shuffleanswers>
<answernumbering>abc</answernumbering>
${each.options.map((option, o) => `<answer fraction="${o === each.answer ? 100 : 0}" format="html"><text>${inXml(html(option))}</text></answer>`).join("\n")}
</question>`;
}

function html(text: string): string {
  return escapedXml(text).replaceAll("\n", "<br>");
}

/** HTML inside XML is escaped once more. */
function inXml(markup: string): string {
  return escapedXml(markup);
}
