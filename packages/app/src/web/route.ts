import type { ChapterPlace } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { home, isTab, start } from "./backend.ts";
import { useEvent } from "./parts/controls/events.ts";

/**
 * What the addresses of a corpus begin with: nothing for the first one that is served, `/c/` and a name for the others. A
 * page is about one corpus for as long as it is loaded: what it still has to save when a person goes elsewhere is saved in
 * the corpus that it belongs to. A link into another corpus therefore loads the page again.
 */
export type Base = string;

/** That of the corpus that this page is about. */
export const here: Base = baseOf(pathOf(location));

/** Where a person is: a screen of the whole corpus, of one book, or of one chapter. Screens have their names in the header. */
export type Route = CorpusRoute | BookRoute | ChapterRoute;

interface CorpusRoute {
  readonly screen: CorpusScreen;
}

export const corpusScreens = { library: home, quiz: "Quiz", results: "Results", team: "Team" };
export type CorpusScreen = keyof typeof corpusScreens;

interface BookRoute {
  readonly screen: BookScreen;
  readonly folder: string;
}

export const bookScreens = { book: "Contents", recap: "Recap", settling: "Annotation" };
export type BookScreen = keyof typeof bookScreens;

interface ChapterRoute extends ChapterPlace {
  readonly screen: ChapterScreen;
}

export const chapterScreens = { read: "Read", matrix: "Matrix", annotate: "Annotate", settle: "Settle" };
export type ChapterScreen = keyof typeof chapterScreens;

/** A chapter screen as an address names it: by what the book calls the chapter (`chapter-5`), or its place from 1. */
export interface NamedChapter {
  readonly screen: ChapterScreen;
  readonly folder: string;
  readonly chapter: string;
}

/** The library shows all corpora, whichever of them the page is about. */
export function addressOf(route: Route | NamedChapter, base: Base = here): string {
  return isTab ? `?at=${pathTo(route, base)}` : pathTo(route, base);
}

/** Static files have one address: there the path is in the query, since no server knows any other. */
export function pathOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return isTab ? (/[?&]at=([^&]*)/.exec(search)?.[1] ?? start) : pathname;
}

/** The words that are looked for on a screen. */
export function soughtIn(search: string): string {
  return new URLSearchParams(search).get("find") ?? "";
}

/** The address of a screen on which words are looked for. */
export function finding(address: string, words: string): string {
  if (words.trim() === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}find=${encodeURIComponent(words)}`;
}

function pathTo(route: Route | NamedChapter, base: Base): string {
  if (route.screen === "library") return `${base}/`;
  if (!("folder" in route)) return `${base}/${route.screen}`;
  const book = `${base}/${route.screen}/${encodeURIComponent(route.folder)}`;
  if ("chapter" in route) return `${book}/${encodeURIComponent(route.chapter)}`;
  return "number" in route ? `${book}/${route.number + 1}` : book;
}

export function routeOf(path: string): CorpusRoute | BookRoute | NamedChapter {
  const [screen = "", folder = "", chapter = ""] = path.slice(baseOf(path).length).split("/").slice(1).map(decoded);
  if (isOneOf(corpusScreens, screen)) return { screen };
  if (isOneOf(bookScreens, screen) && folder !== "") return { screen, folder };
  if (!isOneOf(chapterScreens, screen) || folder === "") return { screen: "library" };
  return chapter === "" ? { screen: "book", folder } : { screen, folder, chapter };
}

export function go(route: Route | NamedChapter, hash = "", base: Base = here): void {
  const address = addressOf(route, base) + hash;
  if (base !== here) {
    location.assign(address);
    return;
  }
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

export function useRoute(): ReturnType<typeof routeOf> {
  const [route, setRoute] = useState(() => routeOf(pathOf(location)));
  useEvent("popstate", () => setRoute(routeOf(pathOf(location))));
  useEvent("click", followLink);
  return route;
}

/** Links of our own page change the screen without loading it again. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash !== "") return;
  if (isTab && link.pathname !== location.pathname) return;
  if (baseOf(pathOf(link)) !== here) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(routeOf(pathOf(link)), link.hash);
}

function isOneOf<Screen extends string>(screens: Readonly<Record<Screen, string>>, name: string): name is Screen {
  return Object.hasOwn(screens, name);
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
