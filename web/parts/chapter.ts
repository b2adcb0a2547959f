import { useEffect, useMemo, useState } from "preact/hooks";
import { noPins, type Pins, type Readable } from "../../src/align/method.ts";
import type { Alignment } from "../../src/corpus/types.ts";
import { alignHere, type MethodNames, methodsHere } from "../aligning.ts";
import type { ChapterPlace } from "../route.ts";
import { answer, type ChapterAnswer, type Loaded, server, useAnswer } from "../server.ts";

/** `asked` counts up when the chapter is to be read again. */
export function useChapter({ folder, number }: ChapterPlace, asked = 0): Loaded<ChapterAnswer> {
  return useAnswer(
    () => answer<ChapterAnswer>(server.works[":folder"][":number"].$get({ param: { folder, number: String(number) } })),
    [folder, number, asked],
  );
}

/** What an aligner may know of it. */
export function readable({ title, number, summary, story }: ChapterAnswer): Readable {
  return { work: title, number, summary, story };
}

/** The names of the methods; none until the worker has told them. */
export function useMethods(): MethodNames {
  const [methods, setMethods] = useState<MethodNames>({ usual: "", names: [] });
  useEffect(() => void methodsHere().then(setMethods, () => undefined), []);
  return methods;
}

/** The links by `method` or by the usual one, solved anew when pins change; undefined until the first are there. */
export function useLinks(chapter: ChapterAnswer, method?: string, pins: Pins = noPins): Alignment | undefined {
  const [links, setLinks] = useState<Alignment>();
  useEffect(() => {
    let wanted = true;
    if (method === "gold") setLinks(chapter.gold ?? []);
    else
      alignHere(method, readable(chapter), pins).then(
        (found) => wanted && setLinks(found),
        () => wanted && setLinks([]),
      );
    return () => {
      wanted = false;
    };
  }, [chapter, method, pins]);
  return links;
}

/** For each bullet its links, and for each paragraph its own. */
export interface Sides {
  readonly ofBullet: readonly Alignment[];
  readonly ofParagraph: readonly Alignment[];
}

export function useSides({ summary, story }: ChapterAnswer, links: Alignment): Sides {
  return useMemo(() => {
    const ofBullet = summary.map((): Alignment[number][] => []);
    const ofParagraph = story.map((): Alignment[number][] => []);
    for (const link of links) {
      ofBullet[link.summary]?.push(link);
      ofParagraph[link.story]?.push(link);
    }
    return { ofBullet, ofParagraph };
  }, [summary, story, links]);
}
