import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { useEvent } from "../controls/events.ts";

/** What a person set, remembered in this browser. */
export interface Appearance {
  readonly theme: "auto" | "light" | "dark";
  /** Steps of a tenth from the usual size. */
  readonly size: number;
}

const usual: Appearance = { theme: "auto", size: 0 };

export function useAppearance(): [Appearance, (change: Partial<Appearance>) => void] {
  const [appearance, setAppearance] = useStored("appearance", usual);
  useEffect(() => {
    document.documentElement.dataset["theme"] = appearance.theme;
    document.documentElement.style.setProperty("--reading-size", `${1 + appearance.size / 10}`);
  }, [appearance.theme, appearance.size]);
  return [appearance, (change) => setAppearance({ ...appearance, ...change })];
}

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

export function AppearanceControls() {
  const [{ theme, size }, change] = useAppearance();
  const next = { auto: "light", light: "dark", dark: "auto" } as const;
  const label = { auto: "system", light: "light", dark: "dark" }[theme];
  return (
    <fieldset class="controls">
      <legend class="unseen">Appearance</legend>
      <Button
        label="A−"
        aria-label="A−, smaller text"
        disabled={size <= -3}
        onClick={() => change({ size: size - 1 })}
      />
      <Button label="A+" aria-label="A+, larger text" disabled={size >= 8} onClick={() => change({ size: size + 1 })} />
      <Button
        label={{ auto: "◐", light: "○", dark: "●" }[theme]}
        aria-label={`Theme: ${label}`}
        title={`Theme: ${label}`}
        onClick={() => change({ theme: next[theme] })}
      />
    </fieldset>
  );
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
