import { z } from "zod";
import type { Chapter, Link } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { type Foreign, json } from "./jsonl.ts";
import { type Line, linesOf } from "./rows.ts";

/**
 * BookSum's paragraph alignments carry texts, not numbers: one summary sentence with its passage per line, or, aggregated,
 * one passage with its sentences. A passage is one or several story paragraphs joined. Both sides are looked up here.
 */
interface TextPair {
  readonly line: number;
  readonly passage: string;
  readonly sentences: readonly string[];
}

export function parseBookSum(text: string, file = "the BookSum file"): TextPair[] {
  return linesOf(text).map((line) => {
    const parsed = record.safeParse(json(line.text, file, line.number));
    if (!parsed.success) throw notBookSum(file, line);
    return { line: line.number, ...parsed.data };
  });
}

/** Finds each pair in the chapters. What is in none of them is counted, not guessed. */
export function locate(
  pairs: readonly TextPair[],
  chapters: readonly Pick<Chapter, "work" | "number" | "summary" | "story">[],
): { found: Foreign[]; lost: number } {
  const placesOf = passageIndex(chapters);
  const links = new Map<number, Link[]>();
  let lost = 0;
  for (const { passage, sentences } of pairs) {
    const places = placesOf(passage);
    for (const sentence of sentences) {
      const homes = places.map((place) => ({
        ...place,
        summary: bulletWith(chapters[place.chapter]!.summary, sentence),
      }));
      const home = homes.find(({ summary }) => summary >= 0);
      if (home === undefined) lost++;
      else {
        const added = home.paragraphs.map((story) => ({ summary: home.summary, story, confidence: 1 }));
        links.set(home.chapter, [...(links.get(home.chapter) ?? []), ...added]);
      }
    }
  }
  const found = [...links].map(([chapter, own]): Foreign => {
    const { work, number } = chapters[chapter]!;
    return { work, chapter: number, links: own };
  });
  return { found, lost };
}

interface PassagePlace {
  readonly chapter: number;
  readonly paragraphs: readonly number[];
}

/** Where a passage may be: chapters with paragraphs that follow each other and spell it from its beginning. */
function passageIndex(chapters: readonly Pick<Chapter, "story">[]): (passage: string) => PassagePlace[] {
  const stories = chapters.map((chapter) => chapter.story.map(plain));
  const byBeginning = new Map<string, { chapter: number; paragraph: number }[]>();
  for (const [chapter, story] of stories.entries()) {
    for (const paragraph of story.keys()) {
      const key = firstWord(story[paragraph]!);
      const known = byBeginning.get(key);
      if (known === undefined) byBeginning.set(key, [{ chapter, paragraph }]);
      else known.push({ chapter, paragraph });
    }
  }
  return (passage) => {
    const wanted = plain(passage);
    const starts = byBeginning.get(firstWord(wanted)) ?? [];
    return starts.flatMap(({ chapter, paragraph }) => {
      const paragraphs = spelledBy(stories[chapter]!, paragraph, wanted);
      return paragraphs.length > 0 ? [{ chapter, paragraphs }] : [];
    });
  };
}

function spelledBy(story: readonly string[], first: number, passage: string): number[] {
  const paragraphs: number[] = [];
  let rest = passage;
  for (let k = first; k < story.length && rest !== ""; k++) {
    const text = story[k]!;
    if (!rest.startsWith(text) && !text.startsWith(rest)) break;
    paragraphs.push(k);
    rest = rest.slice(text.length).trimStart();
  }
  return rest === "" ? paragraphs : [];
}

function bulletWith(summary: readonly string[], sentence: string): number {
  const wanted = plain(sentence);
  return summary.findIndex((bullet) => {
    const text = plain(bullet);
    return wanted !== "" && text !== "" && (text.includes(wanted) || wanted.includes(text));
  });
}

function firstWord(text: string): string {
  return text.split(" ", 1)[0] ?? "";
}

/** Letters and digits only: editions differ in quotes, dashes and line ends. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const record = z.union([
  z
    .looseObject({ text: z.string(), summary: z.array(z.string()) })
    .transform(({ text, summary }) => ({ passage: text, sentences: summary })),
  z.looseObject({ "summary sentence": z.string() }).transform((value, context) => {
    const passage = Object.entries(value).find(([key]) => key.endsWith("alignment"))?.[1];
    if (typeof passage === "string") return { passage, sentences: [value["summary sentence"]] };
    context.addIssue("no alignment");
    return z.NEVER;
  }),
]);

function notBookSum(file: string, { number }: Line): Problem {
  return new Problem(
    `${file}, line ${number}: needed is { "text": …, "summary": […] } or { "summary sentence": …, "… alignment": … }, as BookSum writes them.`,
  );
}
