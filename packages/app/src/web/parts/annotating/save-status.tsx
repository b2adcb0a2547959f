import type { SaveStatus } from "./saver.ts";

/** Whether everything is on disk. */
export function SaveStatusText({ status }: { status: SaveStatus }) {
  const text = "problem" in status ? status.problem : { opening: "", saving: "Saving …", saved: "Saved" }[status.state];
  return (
    <output class={`saving ${status.state}`} aria-live="polite">
      {text}
    </output>
  );
}
