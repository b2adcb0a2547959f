import type { ComponentChildren } from "preact";
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
        <Markdown text={loaded.value.text} />
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
      <TextArea label="Guideline (Markdown)" rows={12} value={text} onText={setText} />
      <Alert>{problem}</Alert>
      {theirs !== undefined && (
        <section aria-label="What someone else wrote">
          <Markdown text={theirs} />
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

/** The usual parts of Markdown as elements: headings, lists, paragraphs, bold, italic and code; everything else is text. */
function Markdown({ text }: { text: string }) {
  return <>{blocksOf(text).map((block, k) => blockOf(block, k))}</>;
}

function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let open = false;
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    const isBlank = line.trim() === "";
    const startsOwn = /^#{1,4} /.test(line) || (isItem(line) !== isItem(blocks.at(-1)?.at(-1) ?? line) && open);
    if (isBlank) open = false;
    else if (open && !startsOwn && !/^#/.test(blocks.at(-1)?.[0] ?? "")) blocks.at(-1)?.push(line);
    else {
      blocks.push([line]);
      open = true;
    }
  }
  return blocks;
}

function isItem(line: string): boolean {
  return /^\s*([-*]|\d+\.) /.test(line);
}

function blockOf(lines: readonly string[], key: number) {
  const [first = ""] = lines;
  const [, marks = ""] = /^(#{1,4}) /.exec(first) ?? [];
  if (marks.length === 1) return <h3 key={key}>{inline(first.slice(2))}</h3>;
  if (marks.length > 1) return <h4 key={key}>{inline(first.slice(marks.length + 1))}</h4>;
  if (!isItem(first)) return <p key={key}>{inline(lines.join(" "))}</p>;
  const items = lines.map((line, k) => <li key={k}>{inline(line.replace(/^\s*([-*]|\d+\.) /, ""))}</li>);
  return /^\s*\d/.test(first) ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
}

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part, k) => {
    if (part.length > 4 && part.startsWith("**")) return <strong key={k}>{part.slice(2, -2)}</strong>;
    if (part.length > 2 && part.startsWith("*")) return <em key={k}>{part.slice(1, -1)}</em>;
    if (part.length > 2 && part.startsWith("`")) return <code key={k}>{part.slice(1, -1)}</code>;
    return part;
  });
}
