import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A small menu that opens below its word, and closes on Escape, on a choice and when one goes elsewhere. */
export function Menu({ label, onOpen, children }: { label: string; onOpen?(): void; children: ComponentChildren }) {
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const close = () => {
      if (box.current !== null) box.current.open = false;
    };
    const elsewhere = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && close();
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || box.current?.open !== true) return;
      close();
      box.current.querySelector("summary")?.focus();
    };
    const element = box.current;
    addEventListener("pointerdown", elsewhere);
    addEventListener("focusin", elsewhere);
    element?.addEventListener("keydown", onEscape);
    return () => {
      removeEventListener("pointerdown", elsewhere);
      removeEventListener("focusin", elsewhere);
      element?.removeEventListener("keydown", onEscape);
    };
  }, []);
  return (
    <details class="menu" ref={box} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{label}</summary>
      <div class="items">{children}</div>
    </details>
  );
}
