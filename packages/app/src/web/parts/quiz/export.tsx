import { type QuizFormatName, quizFormatNames } from "@plotline/formats";
import { useState } from "preact/hooks";
import { attempt } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { downloadFile } from "../controls/download.ts";
import { Menu } from "../controls/menu.tsx";
import { type AskedQuestion, questionsFor, type RoundRequest } from "./round.ts";

/** Questions as files, to be asked elsewhere or on paper. */
export function QuizExport({ request }: { request: RoundRequest }) {
  const [said, setSaid] = useState("");
  const save = (name: QuizFormatName) => {
    setSaid("Making questions …");
    void attempt(async () => {
      await saveQuestions((await questionsFor(request)).questions, name);
      setSaid("");
    }, setSaid);
  };
  return (
    <Menu label="Save questions as a file">
      {quizFormatNames.map(([name, label]) => (
        <Button label={label} key={name} onClick={() => save(name)} />
      ))}
      <output aria-live="polite">{said}</output>
    </Menu>
  );
}

/** What makes the files is loaded when one is wanted. */
async function saveQuestions(questions: readonly AskedQuestion[], name: QuizFormatName): Promise<void> {
  const { quizFormats } = await import("@plotline/formats");
  const { exportedQuiz } = await import("@plotline/formats");
  const titles = [...new Set(questions.map(({ work }) => work))];
  const title = titles.length === 1 ? `Quiz: ${titles[0]}` : "Quiz";
  const { make, ending, type } = quizFormats[name];
  downloadFile(`${title.replace(":", "")}.${ending}`, make(exportedQuiz(title, questions)), type);
}
