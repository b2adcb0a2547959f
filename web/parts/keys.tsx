import { useLayoutEffect, useRef } from "preact/hooks";

/** Everything an annotator can do from the keyboard. */
export interface KeyActions {
  bulletDown(): void;
  bulletUp(): void;
  paragraphDown(extend: boolean): void;
  paragraphUp(extend: boolean): void;
  link(): void;
  unlink(): void;
  accept(): void;
  refuse(): void;
  acceptAll(): void;
  commentary(): void;
  done(): void;
  leastSure(): void;
  leastSureOfAll(): void;
  undo(): void;
  redo(): void;
}

interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly means: string;
  readonly act: (actions: KeyActions, extend: boolean) => void;
}

const keys: readonly Key[] = [
  { keys: ["j", "ArrowRight"], shown: "j", means: "next bullet", act: (on) => on.bulletDown() },
  { keys: ["k", "ArrowLeft"], shown: "k", means: "bullet before", act: (on) => on.bulletUp() },
  {
    keys: ["ArrowDown"],
    shown: "↓",
    means: "paragraph down (Shift: range)",
    act: (on, extend) => on.paragraphDown(extend),
  },
  { keys: ["ArrowUp"], shown: "↑", means: "paragraph up", act: (on, extend) => on.paragraphUp(extend) },
  { keys: ["Enter", "l"], shown: "Enter", means: "link", act: (on) => on.link() },
  { keys: ["Backspace", "Delete", "u"], shown: "⌫", means: "unlink", act: (on) => on.unlink() },
  { keys: ["s"], shown: "s", means: "accept suggestion", act: (on) => on.accept() },
  { keys: ["x"], shown: "x", means: "refuse it", act: (on) => on.refuse() },
  { keys: ["a"], shown: "a", means: "accept all, next", act: (on) => on.acceptAll() },
  { keys: ["c"], shown: "c", means: "commentary, next", act: (on) => on.commentary() },
  { keys: [" "], shown: "Space", means: "done, next", act: (on) => on.done() },
  { keys: ["n"], shown: "n", means: "least sure", act: (on) => on.leastSure() },
  { keys: ["q"], shown: "q", means: "least sure of the work", act: (on) => on.leastSureOfAll() },
  { keys: ["z"], shown: "z", means: "undo", act: (on) => on.undo() },
  { keys: ["y"], shown: "y", means: "redo", act: (on) => on.redo() },
];

export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey) return;
      const key = keys.find((each) => each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
      if (key === undefined || ((event.ctrlKey || event.metaKey) && !["z", "y"].includes(key.shown))) return;
      event.preventDefault();
      if (key.shown === "z" && event.shiftKey) latest.current.redo();
      else key.act(latest.current, event.shiftKey);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** The keys, written down, and each a button for those who use a mouse. */
export function Keys({ actions, status }: { actions: KeyActions; status: string }) {
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}
