import { useEffect } from "preact/hooks";
import { pathOf } from "../../route.ts";
import { useEvent } from "../controls/events.ts";

/** Where each part of the page that scrolls was: a paragraph and how far it is above the edge, or a distance from the top. */
type Lines = Readonly<Record<string, { readonly id?: string; readonly by: number }>>;

const parts = [".side.story", ".side.summary", "main", "html"];
const storage = "plotline.lines";
/** How many pages of the history are remembered. */
const most = 100;
/** How long a page may take to be as long as it was, in milliseconds. */
const patience = 5_000;

/** The page of the history that is shown. */
let shown = keyOfEntry();
let path = pathOf(location);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reload and Back return to the very line: where a page of the history was scrolled to is remembered for as long as the
 * tab is open. A link to somewhere new begins at its top, or where its address says.
 */
export function useLinesKept(): void {
  useEvent("scroll", () => {
    timer ??= setTimeout(keep, 150);
  });
  useEvent("pagehide", keep);
  useEvent("popstate", () => {
    keep();
    shown = keyOfEntry();
    const wanted = remembered()[shown];
    if (wanted === undefined && pathOf(location) !== path) scrollTo(0, 0);
    path = pathOf(location);
    returnTo(wanted);
  });
  useEffect(() => {
    history.scrollRestoration = "manual";
    returnTo(remembered()[shown]);
  }, []);
}

/** Whether this page was left at a line to which it returns. */
export function hasLine(part: string): boolean {
  return remembered()[keyOfEntry()]?.[part] !== undefined;
}

function keep(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  const known = remembered();
  const lines = { ...known[shown], ...Object.fromEntries(parts.flatMap((part) => lineOf(part) ?? [])) };
  const others = Object.entries(known).filter(([key]) => key !== shown);
  sessionStorage.setItem(storage, JSON.stringify(Object.fromEntries([...others.slice(-most), [shown, lines]])));
}

function lineOf(part: string): [[string, Lines[string]]] | undefined {
  const box = document.querySelector(part);
  if (box === null || box.scrollHeight <= box.clientHeight) return undefined;
  const edge = box.getBoundingClientRect().top;
  const paragraphs = part.startsWith(".side") ? [...box.querySelectorAll("li.paragraph")] : [];
  const first = paragraphs.find((each) => each.getBoundingClientRect().bottom > edge);
  if (first === undefined) return [[part, { by: box.scrollTop }]];
  return [[part, { id: first.id, by: edge - first.getBoundingClientRect().top }]];
}

/** As soon as what was there is there again. */
function returnTo(wanted: Lines = {}): void {
  const [key, until] = [shown, performance.now() + patience];
  const left = new Map(Object.entries(wanted));
  const step = () => {
    for (const [part, { id, by }] of left) {
      const box = document.querySelector(part);
      const paragraph = id === undefined ? box : document.getElementById(id);
      if (box === null || paragraph === null || (id === undefined && box.scrollHeight - box.clientHeight < by))
        continue;
      if (id === undefined) box.scrollTop = by;
      // Long texts are laid out as they come into view, so the second step corrects the first.
      for (let k = 0; id !== undefined && k < 2; k++)
        box.scrollTop += paragraph.getBoundingClientRect().top - box.getBoundingClientRect().top + by;
      left.delete(part);
    }
    if (left.size > 0 && shown === key && performance.now() < until) requestAnimationFrame(step);
  };
  step();
}

function keyOfEntry(): string {
  const known: unknown = history.state;
  if (typeof known === "string") return known;
  const key = crypto.randomUUID();
  history.replaceState(key, "");
  return key;
}

function remembered(): Readonly<Record<string, Lines>> {
  try {
    return JSON.parse(sessionStorage.getItem(storage) ?? "{}");
  } catch {
    return {};
  }
}
