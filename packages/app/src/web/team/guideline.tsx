import { useState } from "preact/hooks";
import { Alert } from "../parts/controls/alert.tsx";
import { Button } from "../parts/controls/button.tsx";
import { TextArea } from "../parts/controls/fields.tsx";
import { Pending } from "../parts/frame/waiting.tsx";
import { answer, problemIn, useAnswer } from "../server.ts";
import { type GuidelineAnswer, team } from "./api.ts";
import { may } from "./identity.ts";

/** How this corpus is annotated; curators write it. */
export function Guideline() {
  const loaded = useAnswer(() => answer(team.guideline.$get()), []);
  const [isEditing, setEditing] = useState(false);
  if (loaded.state !== "there") return <Pending loaded={loaded} />;
  if (isEditing)
    return (
      <Editor
        guideline={loaded.value}
        onEnd={() => {
          setEditing(false);
          loaded.again();
        }}
      />
    );
  return (
    <div class="guideline">
      {loaded.value.text.trim() === "" ? (
        <p class="quiet">Nothing is written yet.</p>
      ) : (
        <p class="written">{loaded.value.text}</p>
      )}
      {may("curator") && <Button label="Edit the guideline" onClick={() => setEditing(true)} />}
    </div>
  );
}

/** What somebody else wrote meanwhile is shown, and one's own text stays until it is saved or left. */
function Editor({ guideline, onEnd }: { guideline: GuidelineAnswer; onEnd(): void }) {
  const [text, setText] = useState(guideline.text);
  const [seen, setSeen] = useState(guideline.version);
  const [theirs, setTheirs] = useState<string>();
  const [problem, setProblem] = useState("");
  const save = async () => {
    const response = await team.guideline.$put({ json: { seen, text } }).catch(() => undefined);
    if (response?.ok) return onEnd();
    const said = await response?.json().catch(() => undefined);
    setProblem(problemIn(said) ?? "The server does not answer.");
    const current = currentIn(said);
    if (current === undefined) return;
    setTheirs(current.text);
    setSeen(current.version);
  };
  return (
    <div class="guideline">
      <TextArea label="Guideline" rows={12} value={text} onText={setText} />
      <Alert>{problem}</Alert>
      {theirs !== undefined && (
        <section aria-label="What someone else wrote">
          <p class="written">{theirs}</p>
        </section>
      )}
      <p class="buttons">
        <Button label={theirs === undefined ? "Save" : "Save mine instead"} class="main" onClick={save} />
        <Button label="Cancel" onClick={onEnd} />
      </p>
    </div>
  );
}

/** What the guideline says now, where the answer holds it. */
function currentIn(said: unknown): GuidelineAnswer | undefined {
  return typeof said === "object" && said !== null && "current" in said ? (said.current as GuidelineAnswer) : undefined;
}
