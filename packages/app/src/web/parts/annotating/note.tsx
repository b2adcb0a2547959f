import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { AskDiscard, useUnsaved } from "../controls/discard.tsx";

/** What somebody remarked about a point. */
export function Note({ by, text }: { by: string; text: string }) {
  return (
    <p class="remark">
      <strong>{by}:</strong> {text}
    </p>
  );
}

interface PointNoteProps {
  readonly by: string;
  readonly text: string | undefined;
  readonly isEdited: boolean;
  onChange(text: string): void;
  /** It was saved, or left as it was. */
  onEnd(): void;
}

/** The note on a point, to be read or to be written. */
export function PointNote({ by, text = "", isEdited, onChange, onEnd }: PointNoteProps) {
  if (!isEdited) return text === "" ? null : <Note by={by} text={text} />;
  const save = (changed: string) => {
    if (changed !== text) onChange(changed);
    onEnd();
  };
  return <NoteEditor text={text} onSave={save} />;
}

/** Writes a note: Enter saves it and so does going elsewhere; Escape asks before it discards; an empty one is deleted. */
function NoteEditor({ text, onSave }: { text: string; onSave(text: string): void }) {
  const [draft, setDraft] = useState(text);
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const isChanged = draft.trim() !== text;
  const end = useEnding(onSave, draft.trim());
  useUnsaved(isChanged);
  const onEscape = () => (isChanged ? setAsking(!isAsking) : end(text));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for what is inside
    <span
      class="noting"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onEscape();
      }}
    >
      <label>
        <span class="unseen">Note on this point</span>
        <textarea
          ref={box}
          rows={2}
          maxLength={2000}
          placeholder="Note on this point (Enter saves)"
          value={draft}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            end(draft.trim());
          }}
        />
      </label>
      <Button label="Save the note" onClick={() => end(draft.trim())} />
      {isAsking && <AskDiscard onDiscard={() => end(text)} onKeep={() => setAsking(false)} />}
    </span>
  );
}

/** Ends the writing once: with what it is told, or with the draft where the editor is taken away. */
function useEnding(onSave: (text: string) => void, draft: string): (text: string) => void {
  const latest = useRef({ onSave, draft, isOver: false });
  Object.assign(latest.current, { onSave, draft });
  const end = (text: string) => {
    if (latest.current.isOver) return;
    latest.current.isOver = true;
    latest.current.onSave(text);
  };
  useEffect(() => () => end(latest.current.draft), []);
  return end;
}
