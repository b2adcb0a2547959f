import { useLayoutEffect, useState } from "preact/hooks";

type OnFiles = (files: readonly File[], on: Element | undefined) => void;

/** Takes files that are dropped anywhere on the page, and says where; true while some are dragged over it. */
export function useDrop(onFiles: OnFiles | undefined): boolean {
  const [over, setOver] = useState(false);
  useLayoutEffect(() => {
    if (onFiles === undefined) return;
    const listening = new AbortController();
    const on = (name: "dragover" | "dragleave" | "drop", react: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (event.dataTransfer?.types.includes("Files") !== true) return;
          event.preventDefault();
          react(event);
        },
        { signal: listening.signal },
      );
    on("dragover", () => setOver(true));
    on("dragleave", (event) => event.relatedTarget === null && setOver(false));
    on("drop", (event) => {
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])], event.target instanceof Element ? event.target : undefined);
    });
    return () => listening.abort();
  }, [onFiles]);
  return over;
}
