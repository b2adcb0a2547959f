import { go } from "../../route.ts";
import { isTyping, useEvent } from "./events.ts";
import type { Key } from "./key-lists.ts";

export function useKeys<Actions>(keys: readonly Key<Actions>[], actions: Actions & { redo?(): void }): void {
  useEvent("keydown", (event) => {
    if (isTyping(event.target) || event.altKey || event.defaultPrevented || isWithinDialog(event.target)) return;
    const key = keys.find((each) => each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (key === undefined || ((event.ctrlKey || event.metaKey) && !["z", "y"].includes(key.shown))) return;
    if (isPressed(event)) return;
    event.preventDefault();
    if (key.shown === "z" && event.shiftKey) actions.redo?.();
    else key.act(actions, event.shiftKey);
  });
}

/** On every screen `?` opens the help. */
export function useHelpKey(): void {
  useEvent("keydown", (event) => {
    if (event.key !== "?" || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go({ screen: "help" });
  });
}

interface KeysProps<Actions> {
  readonly keys: readonly Key<Actions>[];
  readonly actions: Actions;
  readonly status: string;
}

/** The keys, written down, and each a button for those who use a mouse. */
export function Keys<Actions>({ keys, actions, status }: KeysProps<Actions>) {
  return (
    <footer class="keys">
      {keys.map(({ shown, means, act }) => (
        <button key={shown} type="button" tabIndex={-1} onClick={() => act(actions, false)}>
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
