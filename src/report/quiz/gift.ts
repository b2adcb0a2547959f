import { type ExportedQuestion, type ExportedQuiz, prompt, sourceOf } from "./exported.ts";

/** Moodle's GIFT: a text that its question bank imports. */
export function giftText({ title, questions }: ExportedQuiz): string {
  return [`$CATEGORY: ${category(title)}`, ...questions.map(question)].join("\n\n").concat("\n");
}

function question(each: ExportedQuestion, k: number): string {
  const options = each.options.map((option, o) => `\t${o === each.answer ? "=" : "~"}${plain(option)}`);
  const passage = each.passage.length === 0 ? [] : [`\t####${plain(each.passage.join(" "))}`];
  return [`::${plain(`${k + 1}. ${sourceOf(each)}`)}::${plain(prompt(each))} {`, ...options, ...passage, "}"].join(
    "\n",
  );
}

/** GIFT's special characters are escaped with a backslash. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[~=#{}:\\]/g, "\\$&");
}

/** A slash would make a category inside of a category. */
function category(title: string): string {
  return title.replace(/\s*\/+\s*/g, " - ").replace(/\s+/g, " ");
}
