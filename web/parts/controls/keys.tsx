import { useLayoutEffect, useRef } from "preact/hooks";
import type { Key } from "./key-lists.ts";
import { isTyping } from "./typing.ts";

export function useKeys<Actions>(keys: readonly Key<Actions>[], actions: Actions & { redo?(): void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey || event.defaultPrevented || isWithinDialog(event.target)) return;
      const key = keys.find((each) => each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
      if (key === undefined || ((event.ctrlKey || event.metaKey) && !["z", "y"].includes(key.shown))) return;
      if (isPressed(event)) return;
      event.preventDefault();
      if (key.shown === "z" && event.shiftKey) latest.current.redo?.();
      else key.act(latest.current, event.shiftKey);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keys]);
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
