import { type ExportedQuiz, prompt, rightOption } from "./exported.ts";

/** Question and answer, as Quizlet imports them (separated by a comma, one per line). */
export function quizletCsv({ questions }: ExportedQuiz): string {
  return rows(questions.map((question) => [prompt(question), rightOption(question)]));
}

/** Kahoot's limits for a question and an answer, in characters. */
const longestQuestion = 120;
const longestAnswer = 75;

/** The columns of Kahoot's spreadsheet; what is too long for it is cut off with three dots. */
export function kahootCsv({ questions }: ExportedQuiz): string {
  const head = ["Question", "Answer 1", "Answer 2", "Answer 3", "Answer 4", "Time limit", "Correct answer"];
  const body = questions.map((question) => [
    cut(prompt(question), longestQuestion),
    ...[0, 1, 2, 3].map((k) => cut(question.options[k] ?? "", longestAnswer)),
    question.task === "cloze" ? "60" : "120",
    String(question.answer + 1),
  ]);
  return rows([head, ...body]);
}

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function rows(cells: readonly (readonly string[])[]): string {
  return cells
    .map((row) => row.map(cell).join(","))
    .join("\r\n")
    .concat("\r\n");
}

function cell(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[=+@-]/, "'$&");
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** At a gap between words; a question keeps the part that has the gap to fill. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const at = Math.max(0, text.indexOf("_____") + 40 - longest);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const room = longest - (start > 0 ? 2 : 0) - 2;
  const piece = text.slice(start, start + room);
  const whole = start + room >= text.length ? piece : piece.slice(0, Math.max(1, piece.lastIndexOf(" ")));
  return `${start > 0 ? "… " : ""}${whole}${start + room >= text.length ? "" : " …"}`;
}
