import { isTyping, useEvent } from "./events.ts";
import type { Actions, Key } from "./key-lists.ts";

export function useKeys<Action extends string>(
  keys: readonly Key<Action>[],
  actions: Actions<Action> & Partial<Actions<"redo">>,
): void {
  useEvent("keydown", (event) => {
    if (isTyping(event.target) || event.altKey || event.defaultPrevented || isWithinDialog(event.target)) return;
    const key = keys.find((each) => each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (key === undefined || ((event.ctrlKey || event.metaKey) && !["undo", "redo"].includes(key.action))) return;
    if (isPressed(event)) return;
    event.preventDefault();
    const act = key.action === "undo" && event.shiftKey ? actions.redo : actions[key.action];
    act?.(event.shiftKey, key.shown);
  });
}

interface KeysProps<Action extends string> {
  readonly keys: readonly Key<Action>[];
  readonly actions: Actions<Action>;
  readonly status: string;
}

/** The keys, written down, and each a button for those who use a mouse. */
export function Keys<Action extends string>({ keys, actions, status }: KeysProps<Action>) {
  return (
    <footer class="keys">
      {keys.map(({ shown, means, action }) => (
        <button key={shown} type="button" tabIndex={-1} onClick={() => actions[action](false, shown)}>
          <kbd>{shown}</kbd> {means}
        </button>
      ))}
      <output class="quiet">{status}</output>
    </footer>
  );
}

/** Enter and Space on a button, a link or a menu that has the focus are for it. */
function isPressed({ key, target }: KeyboardEvent): boolean {
  if (key !== "Enter" && key !== " ") return false;
  return target instanceof Element && target.closest("button, a:not(.number), summary") !== null;
}

function isWithinDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}
