import { useEffect, useRef, useState } from "preact/hooks";
import { type ChapterPlace, here } from "../route.ts";
import { apiOf } from "../server.ts";
import { isTeam } from "./identity.ts";

/** Somebody who has the app open, and the chapter they have open. */
export interface Present {
  readonly name: string;
  readonly folder?: string;
  readonly number?: number;
}

interface Heard {
  /** One's own sheet was saved in another tab. */
  sheet?(revision: number): void;
  messages?(): void;
  progress?(): void;
}

/**
 * Who is here, and what happens. Having the stream open is what makes somebody present; a server that stops for a moment
 * is found again by the browser.
 */
export function useLive(
  place: ChapterPlace | undefined,
  heard: Heard,
): { present: readonly Present[]; isAway: boolean } {
  const [present, setPresent] = useState<readonly Present[]>([]);
  const [isAway, setAway] = useState(false);
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    if (!isTeam) return;
    const query = place === undefined ? "" : `?folder=${encodeURIComponent(place.folder)}&number=${place.number}`;
    const source = new EventSource(`${apiOf(here)}/team/live${query}`);
    const on = (event: string, react: (data: string) => void) =>
      source.addEventListener(event, ({ data }: MessageEvent<string>) => react(data));
    source.addEventListener("open", () => setAway(false));
    source.addEventListener("error", () => setAway(true));
    on("stopping", () => setAway(true));
    on("presence", (data) => setPresent(JSON.parse(data)));
    on("sheet", (data) => latest.current.sheet?.(JSON.parse(data).revision));
    on("messages", () => latest.current.messages?.());
    on("progress", () => latest.current.progress?.());
    return () => source.close();
  }, [place?.folder, place?.number]);
  return { present, isAway };
}
