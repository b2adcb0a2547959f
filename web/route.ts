import { useLayoutEffect, useState } from "preact/hooks";

/**
 * What the addresses of a corpus begin with: nothing for the first one that is served, `/c/` and a name for the others. A
 * page is about one corpus for as long as it is loaded: what it still has to save when a person goes elsewhere is saved in
 * the corpus that it belongs to. A link into another corpus therefore loads the page anew.
 */
export type Base = string;

/** That of the corpus that this page is about. */
export const here: Base = baseOf(location.pathname);

/** Where a person is: a screen of the whole corpus, or of one chapter. */
export type Route = CorpusRoute | ChapterRoute;

export interface CorpusRoute {
  readonly screen: CorpusScreen;
}

export const corpusScreens = ["library", "quiz", "results"] as const;
export type CorpusScreen = (typeof corpusScreens)[number];

export interface ChapterRoute extends ChapterPlace {
  readonly screen: ChapterScreen;
}

export interface ChapterPlace {
  readonly folder: string;
  readonly number: number;
}

export const chapterScreens = ["read", "matrix", "annotate", "settle"] as const;
export type ChapterScreen = (typeof chapterScreens)[number];

/** The library shows all corpora, whichever of them the page is about. */
export function addressOf(route: Route, base: Base = here): string {
  if (route.screen === "library") return `${base}/`;
  if (!("folder" in route)) return `${base}/${route.screen}`;
  return `${base}/${route.screen}/${encodeURIComponent(route.folder)}/${route.number}`;
}

export function routeOf(path: string): Route {
  const [screen, folder, number] = path.slice(baseOf(path).length).split("/").slice(1);
  const whole = corpusScreens.find((each) => each === screen);
  if (whole !== undefined) return { screen: whole };
  const known = chapterScreens.find((each) => each === screen);
  if (known === undefined || folder === undefined || !/^\d{1,7}$/.test(number ?? "")) return { screen: "library" };
  return { screen: known, folder: decoded(folder), number: Number(number) };
}

export function go(route: Route, hash = "", base: Base = here): void {
  const address = addressOf(route, base) + hash;
  if (base !== here) {
    location.assign(address);
    return;
  }
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.pathname));
  useLayoutEffect(() => {
    const follow = () => setRoute(routeOf(location.pathname));
    addEventListener("popstate", follow);
    document.addEventListener("click", followLink);
    return () => {
      removeEventListener("popstate", follow);
      document.removeEventListener("click", followLink);
    };
  }, []);
  return route;
}

/** Links of our own page change the screen without loading it anew. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.hash !== "") return;
  if (baseOf(link.pathname) !== here) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(routeOf(link.pathname), link.hash);
}

function baseOf(path: string): Base {
  return /^\/c\/[^/]+/.exec(path)?.[0] ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
