import { type Chapter, type Kind, memoryCorpus } from "@plotline/align";
import { expect, test } from "vitest";
import { Examples } from "./example.ts";

/** A chapter that can serve as an example, with paragraphs of this many letters. */
function chapterOf(work: string, letters: number, gold = true): Chapter {
  const story = Array.from({ length: 14 }, () => "a".repeat(letters));
  const summary = Array.from({ length: 6 }, (_, point) => `Point ${point}.`);
  const links = summary.flatMap((_, point) =>
    [2 * point, 2 * point + 1].map((place) => ({ summary: point, story: place, confidence: 1 })),
  );
  return { work, number: 0, summary, story, gold: gold ? links : undefined };
}

async function examplesOf(chapters: readonly Chapter[], kinds: Readonly<Record<string, Kind>> = {}): Promise<Examples> {
  const corpus = memoryCorpus(chapters);
  const works = corpus.works.map((work) => ({ ...work, kind: kinds[work.title] }));
  return Examples.of(corpus, works);
}

test("an example is of the same kind of text, though shorter ones are there", async () => {
  const chapters = [chapterOf("Play", 300), chapterOf("Novel", 60), chapterOf("Other play", 40)];
  const examples = await examplesOf(chapters, { Play: "play", "Other play": "play", Novel: "novel", Mine: "novel" });
  expect(examples.for(chapters[0]!)?.work).toBe("Other play");
  const fourth = chapterOf("Mine", 40);
  const all = await examplesOf([...chapters, fourth], {
    Play: "play",
    "Other play": "play",
    Novel: "novel",
    Mine: "novel",
  });
  expect(all.for(fourth)?.work).toBe("Novel");
});

test("where kinds are unknown it has paragraphs of like length, and is of another work", async () => {
  const chapters = [chapterOf("Short", 20), chapterOf("Long", 400), chapterOf("Longer", 500)];
  const examples = await examplesOf(chapters);
  expect(examples.for(chapters[1]!)?.work).toBe("Longer");
  expect(examples.for(chapterOf("Short", 20))?.work).not.toBe("Short");
});

test("of its own work only for a chapter on which nothing is measured", async () => {
  const only = chapterOf("Only", 50);
  const examples = await examplesOf([only]);
  expect(examples.for(only)).toBeUndefined();
  expect(examples.for({ ...only, number: 1, gold: undefined })?.work).toBe("Only");
});
