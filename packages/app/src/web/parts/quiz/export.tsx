import { type QuizFormatName, quizFormatNames } from "@plotline/formats";
import { useState } from "preact/hooks";
import { attempt } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { questionsFor, type RoundRequest } from "./round.ts";

/** Questions as files, to be asked elsewhere or on paper. */
export function QuizExport({ request }: { request: RoundRequest }) {
  const [said, setSaid] = useState("");
  const save = (name: QuizFormatName) => {
    setSaid("Making questions …");
    void attempt(async () => {
      const { questions } = await questionsFor(request);
      // What makes the files is loaded when one is wanted.
      const { saveQuestions } = await import("./save.ts");
      saveQuestions(questions, name);
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
