import { type Alignment, noPins, type Pins } from "@plotline/align";
import type { ChapterPlace } from "@plotline/corpus";
import { useMemo } from "preact/hooks";
import { type Alignable, alignHere, type GuideInChapter, type MethodNames, methodsHere } from "../../aligning.ts";
import { answer, type ChapterAnswer, server, useAnswer, useFetched } from "../../server.ts";

export function useChapter(place: ChapterPlace) {
  return useAnswer(() => readChapter(place), [place.folder, place.number]);
}

export function readChapter({ folder, number }: ChapterPlace): Promise<ChapterAnswer> {
  return answer(server.works[":folder"][":number"].$get({ param: { folder, number: String(number) } }));
}

/** What an aligner may know of it. */
export function alignable({ title, number, summary, story, calibration }: ChapterAnswer): Alignable {
  return { chapter: { work: title, number, summary, story }, calibration };
}

/** The methods that work in a tab, then those whose links of this chapter are stored; none until they are known. */
export function useMethods({ folder, number }: ChapterPlace): MethodNames {
  const found = useFetched(async () => {
    const [here, stored] = await Promise.all([methodsHere(), storedMethods({ folder, number })]);
    return { ...here, names: [...here.names, ...stored.filter((name) => !here.names.includes(name))] };
  }, [folder, number]);
  return found ?? { usual: "", names: [] };
}

/** What is shown for a method: also how much must be loaded for it, once. */
export function methodLabel(name: string, { encoder }: MethodNames): string {
  return name === encoder?.method ? `${name} (loads ${encoder.size} MB, once)` : name;
}

async function storedMethods({ folder, number }: ChapterPlace): Promise<string[]> {
  const asked = server.alignments[":folder"][":number"].$get({ param: { folder, number: String(number) } });
  return answer(asked).then(
    ({ methods }) => methods,
    () => [],
  );
}

/** A chapter's links, and what was found out about its guide where the method finds out. */
export interface Aligned {
  readonly links: Alignment;
  readonly guide?: GuideInChapter;
}

/** A chapter's links: solved here, or as they are stored where a tab cannot solve them. */
export async function linksBy(method: string | undefined, chapter: ChapterAnswer, pins: Pins): Promise<Alignment> {
  return (await alignedBy(method, chapter, pins)).links;
}

async function alignedBy(method: string | undefined, chapter: ChapterAnswer, pins: Pins): Promise<Aligned> {
  if (method === "gold") return { links: chapter.gold ?? [] };
  if (method === undefined || (await methodsHere()).names.includes(method))
    return alignHere(method, alignable(chapter), pins);
  const param = { folder: chapter.folder, number: String(chapter.number), method };
  const asked = server.alignments[":folder"][":number"][":method"].$get({ param });
  return answer(asked);
}

/** The links by `method` or by the usual one, solved again when pins change; undefined until the first are there. */
export function useLinks(chapter: ChapterAnswer, method?: string, pins: Pins = noPins): Alignment | undefined {
  return useAligned(chapter, method, pins)?.links;
}

/** The same, with what was found out about the guide. */
export function useAligned(chapter: ChapterAnswer, method?: string, pins: Pins = noPins): Aligned | undefined {
  return useFetched(() => alignedBy(method, chapter, pins).catch(() => ({ links: [] })), [chapter, method, pins]);
}

/** For each point its links, and for each paragraph its own. */
export interface Sides {
  readonly ofPoint: readonly Alignment[];
  readonly ofParagraph: readonly Alignment[];
}

export function useSides({ summary, story }: ChapterAnswer, links: Alignment): Sides {
  return useMemo(() => {
    const ofPoint = summary.map((): Alignment[number][] => []);
    const ofParagraph = story.map((): Alignment[number][] => []);
    for (const link of links) {
      ofPoint[link.summary]?.push(link);
      ofParagraph[link.story]?.push(link);
    }
    return { ofPoint, ofParagraph };
  }, [summary, story, links]);
}
