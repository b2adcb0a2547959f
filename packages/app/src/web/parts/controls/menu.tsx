import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const released = ["pointerup", "pointercancel"];

/** A small menu that opens below its word, and closes on Escape, on a choice and when one goes elsewhere. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const close = () => {
      if (box.current !== null) box.current.open = false;
    };
    const elsewhere = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && close();
    // A menu that closes while the button is down may move what is under it, and the click would be lost.
    let isPressed = false;
    const press = () => void (isPressed = true);
    const release = () => void (isPressed = false);
    const onFocus = (event: Event) => !isPressed && elsewhere(event);
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || box.current?.open !== true) return;
      close();
      box.current.querySelector("summary")?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("pointerdown", press, { capture: true, signal });
    for (const name of released) addEventListener(name, release, { capture: true, signal });
    addEventListener("click", elsewhere, { capture: true, signal });
    addEventListener("focusin", onFocus, { signal });
    box.current?.addEventListener("keydown", onEscape, { signal });
    return () => listening.abort();
  }, []);
  return (
    <details
      class="menu"
      ref={box}
      onToggle={({ currentTarget: { open } }) => {
        if (open) box.current?.querySelector<HTMLInputElement>("input[type=text]")?.focus();
      }}
    >
      <summary>{label}</summary>
      <div class="items">{children}</div>
    </details>
  );
}
