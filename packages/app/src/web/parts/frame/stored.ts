import { useEffect, useState } from "preact/hooks";
import { useEvent } from "../controls/events.ts";

/** A value saved in this browser; every part of the page that uses it sees a change at once. */
export function useStored<T>(name: string, start: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => stored(name, start));
  const follow = () => setValue(stored(name, start));
  useEffect(follow, [name]);
  useEvent(changed, follow);
  useEvent("storage", follow);
  return [value, (next) => store(name, next)];
}

/** Saves a value in this browser, or forgets it. A browser that refuses its storage remembers while the page is open. */
export function store<T>(name: string, value: T | undefined): void {
  const text = value === undefined ? undefined : JSON.stringify(value);
  unsaved.delete(name);
  try {
    if (text === undefined) localStorage.removeItem(`plotline.${name}`);
    else localStorage.setItem(`plotline.${name}`, text);
  } catch {
    if (text !== undefined) unsaved.set(name, text);
  }
  dispatchEvent(new Event(changed));
}

const changed = "plotline-stored";
const unsaved = new Map<string, string>();

export function stored<T>(name: string, start: T): T {
  try {
    const text = unsaved.get(name) ?? localStorage.getItem(`plotline.${name}`);
    return text === null ? start : (JSON.parse(text) as T);
  } catch {
    return start;
  }
}
