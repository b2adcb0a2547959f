import { useEffect, useState } from "preact/hooks";

/** Takes files that are dropped anywhere on the page; true while some hang over it. */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
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
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  }, [onFiles]);
  return over;
}

/** Of two files the larger one is the book. */
export function bookAndGuide(files: readonly File[]): { readonly book?: File; readonly guide?: File } {
  const [book, guide] = [...files].sort((a, b) => b.size - a.size);
  return { ...(book !== undefined && { book }), ...(guide !== undefined && { guide }) };
}
