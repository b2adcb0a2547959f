import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";

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

/** Writes a note: Enter saves it, Escape leaves it as it was, and an empty one is deleted. */
function NoteEditor({ text, onSave }: { text: string; onSave(text: string): void }) {
  const [draft, setDraft] = useState(text);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <span class="noting">
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
            event.stopPropagation();
            if (event.key === "Escape") onSave(text);
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            onSave(draft.trim());
          }}
        />
      </label>
      <Button label="Save the note" onClick={() => onSave(draft.trim())} />
    </span>
  );
}
