import { useEffect } from "preact/hooks";

/** What the browser's tab says: the most particular first. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined && part !== ""), "plotline"].join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
