import { useEffect } from "preact/hooks";
import { go } from "../../route.ts";
import { isTyping } from "./typing.ts";

/** On every screen `?` opens the help. */
export function useHelpKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      go({ screen: "help" });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
