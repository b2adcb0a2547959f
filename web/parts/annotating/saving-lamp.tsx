import type { Saving } from "./saver.ts";

/** Whether everything is on disk. */
export function SavingLamp({ saving }: { saving: Saving }) {
  const text = "problem" in saving ? saving.problem : { opening: "", saving: "Saving …", saved: "Saved" }[saving.state];
  return (
    <output class={`saving ${saving.state}`} aria-live="polite">
      {text}
    </output>
  );
}
