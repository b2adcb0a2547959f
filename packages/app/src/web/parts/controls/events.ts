import { useLayoutEffect, useRef } from "preact/hooks";

/** Reacts to an event of the window for as long as the component is there, each time with its latest `react`. */
export function useEvent<Name extends string>(name: Name, react: (event: EventOf<Name>) => void): void {
  const latest = useRef(react);
  latest.current = react;
  useLayoutEffect(() => {
    const listener = (event: Event) => latest.current(event as EventOf<Name>);
    // Scrolling does not bubble.
    const capture = name === "scroll";
    addEventListener(name, listener, { capture });
    return () => removeEventListener(name, listener, { capture });
  }, [name]);
}

type EventOf<Name> = Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event;

/** Keys that are pressed here are text, not commands. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}
