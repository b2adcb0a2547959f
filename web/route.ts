import { useLayoutEffect, useState } from "preact/hooks";

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

export function addressOf(route: Route): string {
  if (route.screen === "library") return "/";
  if (!("folder" in route)) return `/${route.screen}`;
  return `/${route.screen}/${encodeURIComponent(route.folder)}/${route.number}`;
}

export function routeOf(path: string): Route {
  const [screen, folder, number] = path.split("/").slice(1);
  const whole = corpusScreens.find((each) => each === screen);
  if (whole !== undefined) return { screen: whole };
  const known = chapterScreens.find((each) => each === screen);
  if (known === undefined || folder === undefined || !/^\d{1,7}$/.test(number ?? "")) return { screen: "library" };
  return { screen: known, folder: decoded(folder), number: Number(number) };
}

export function go(route: Route, hash = ""): void {
  history.pushState(null, "", addressOf(route) + hash);
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
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(routeOf(link.pathname), link.hash);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
