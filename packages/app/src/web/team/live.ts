import type { ChapterPlace } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { useStream } from "../server.ts";
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
  progress?(): void;
}

/** Who is here, and what happens. Having the stream open is what makes somebody present. */
export function useLive(
  place: ChapterPlace | undefined,
  heard: Heard,
): { present: readonly Present[]; isAway: boolean } {
  const [present, setPresent] = useState<readonly Present[]>([]);
  const [isAway, setAway] = useState(false);
  const query = place === undefined ? "" : `?folder=${encodeURIComponent(place.folder)}&number=${place.number}`;
  useStream(isTeam ? `/team/live${query}` : undefined, {
    open: () => setAway(false),
    error: () => setAway(true),
    stopping: () => setAway(true),
    presence: (data) => setPresent(JSON.parse(data)),
    sheet: (data) => heard.sheet?.(JSON.parse(data).revision),
    progress: () => heard.progress?.(),
  });
  return { present, isAway };
}
