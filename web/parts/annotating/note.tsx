import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What somebody remarked about a point. */
export function Note({ by, text }: { by: string; text: string }) {
  return (
    <p class="remark">
      <strong>{by}:</strong> {text}
    </p>
  );
}

/** Writes a note: Enter saves it, Escape leaves it as it was, and an empty one is deleted. */
export function NoteEditor({ text, onSave }: { text: string; onSave(text: string): void }) {
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
      <button type="button" onClick={() => onSave(draft.trim())}>
        Save the note
      </button>
    </span>
  );
}
