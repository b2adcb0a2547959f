import type { ChapterPlace } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Alert } from "../parts/controls/alert.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Form, TextArea } from "../parts/controls/fields.tsx";
import { minute } from "../parts/controls/wording.ts";
import { answer, useAnswer } from "../server.ts";
import { type Message, team } from "./api.ts";
import { Guideline } from "./guideline.tsx";
import { isTeam, may, me } from "./identity.ts";
import { useLive } from "./live.ts";

interface AsideProps {
  readonly chapter: ChapterPlace;
  /** The point at hand, counted from 0. */
  readonly point: number;
  /** One's own sheet was saved in another tab. */
  onSheet(revision: number): void;
}

/** Next to the annotator of a team: the guideline, messages about the point at hand, and who else is in the chapter. */
export function TeamSidebar(props: AsideProps) {
  return isTeam ? <Aside {...props} /> : null;
}

function Aside({ chapter, point, onSheet }: AsideProps) {
  const [shown, setShown] = useState<"guideline" | "messages">();
  const { folder, number } = chapter;
  const param = { folder, number: String(number) };
  const loaded = useAnswer(() => answer(team.messages[":folder"][":number"].$get({ param })), [folder, number]);
  const { present, isAway } = useLive(chapter, { sheet: onSheet, messages: loaded.again });
  const messages = loaded.state === "there" ? loaded.value.messages : [];
  const open = messages.filter(({ resolved }) => resolved === null);
  const here = [
    ...new Set(present.filter((each) => each.folder === folder && each.number === number).map(({ name }) => name)),
  ];
  const toggle = (which: "guideline" | "messages") => setShown(shown === which ? undefined : which);
  return (
    <aside class={`team-aside ${shown ?? ""}`} aria-label="Team">
      <p class="buttons">
        <Button label="Guideline" aria-pressed={shown === "guideline"} onClick={() => toggle("guideline")} />
        <Button
          label={`Messages${open.length > 0 ? ` (${open.length})` : ""}`}
          aria-pressed={shown === "messages"}
          onClick={() => toggle("messages")}
        />
        <output class="quiet" aria-live="polite">
          {isAway
            ? "The server is away for a moment; trying again …"
            : here.length > 0
              ? `Also here: ${here.join(", ")}`
              : ""}
        </output>
      </p>
      {shown === "guideline" && <Guideline />}
      {shown === "messages" && <Messages {...{ chapter, point, messages }} onChanged={loaded.again} />}
    </aside>
  );
}

function Messages(props: ChapterMessages & { onChanged(): void }) {
  const { chapter, point, messages, onChanged } = props;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const param = { folder: chapter.folder, number: String(chapter.number) };
  const act = async (doing: Promise<unknown>) => {
    setProblem("");
    await doing.catch((error: Error) => setProblem(error.message));
    onChanged();
  };
  const write = () => {
    const json = { point, text };
    void act(answer(team.messages[":folder"][":number"].$post({ param, json })).then(() => setText("")));
  };
  const resolve = (id: string) =>
    act(answer(team.messages[":folder"][":number"][":id"].resolve.$post({ param: { ...param, id } })));
  const own = messages.filter((message) => message.point === point);
  const others = messages.filter((message) => message.point !== point && message.resolved === null);
  return (
    <>
      <h2>Point {point + 1}</h2>
      {own.length === 0 && <p class="quiet">No messages about this point.</p>}
      <ul class="messages">
        {own.map((message) => (
          <OneMessage key={message.id} message={message} onResolve={() => resolve(message.id)} />
        ))}
      </ul>
      <Form onSend={write}>
        <TextArea label={`Message about point ${point + 1}`} rows={3} maxLength={2000} value={text} onText={setText} />
        <Button label="Send" type="submit" disabled={text.trim() === ""} />
        <Alert>{problem}</Alert>
      </Form>
      {others.length > 0 && (
        <p class="quiet">
          Open messages about other points:{" "}
          {[...new Set(others.map((message) => message.point))]
            .sort((a, b) => a - b)
            .map((each) => (
              <a key={each} href={`#s${each + 1}`}>
                {each + 1}
              </a>
            ))}
        </p>
      )}
    </>
  );
}

interface ChapterMessages {
  readonly chapter: ChapterPlace;
  readonly point: number;
  readonly messages: readonly Message[];
}

function OneMessage({ message, onResolve }: { message: Message; onResolve(): void }) {
  const { by, at, text, resolved } = message;
  return (
    <li class={resolved === null ? "" : "resolved"}>
      <p class="quiet">
        {by}, {minute(at)}
        {resolved !== null && ` · closed by ${resolved.by}`}
      </p>
      <p dir="auto">{text}</p>
      {resolved === null && (by === me()?.name || may("curator")) && <Button label="Close" onClick={onResolve} />}
    </li>
  );
}
