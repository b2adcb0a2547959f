import { useLayoutEffect, useRef } from "preact/hooks";
import { useEvent } from "./events.ts";

/** Asks before something typed is lost; Escape once more keeps it. */
export function AskDiscard({ onDiscard, onKeep }: { onDiscard(): void; onKeep(): void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const typing = document.activeElement;
    keep.current?.focus();
    return () => typing instanceof HTMLElement && typing.focus();
  }, []);
  return (
    <span class="discard" role="alert">
      Discard what you typed?{" "}
      <button ref={keep} type="button" onClick={onKeep}>
        Keep it
      </button>{" "}
      <button type="button" onClick={onDiscard}>
        Discard
      </button>
    </span>
  );
}

/** While something typed is not saved, the browser asks before it leaves the page. */
export function useUnsaved(isUnsaved: boolean): void {
  useEvent("beforeunload", (event) => isUnsaved && event.preventDefault());
}
