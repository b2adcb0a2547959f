import type { Corpus } from "@plotline/align";
import { oneLine } from "../plain.ts";
import { type Behaviour, type Heard, streamed, whole } from "./model-server.ts";

/** A point as a test's model sees it. */
export interface AskedPoint {
  readonly point: number;
  readonly text: string;
  /** Each paragraph that is shown, by its number. */
  readonly paragraphs: ReadonlyMap<number, string>;
}

type Links = (asked: AskedPoint) => unknown[];

/** A model that reads the request as a model would, and answers every point that is asked for. */
export function answering(links: Links = likeWords, { stream = false } = {}): Behaviour {
  return (heard, response, count) => {
    const text = JSON.stringify({ points: pointsOf(heard, links) });
    return (stream ? streamed(text) : whole(text))(heard, response, count);
  };
}

/** Links a point to the paragraph with which it shares most beginnings of long words, and quotes its first words. */
export function likeWords({ text, paragraphs }: AskedPoint): unknown[] {
  const words = text.toLowerCase().match(/\b\p{L}{4}/gu) ?? [];
  const shared = (paragraph: string) => words.filter((word) => paragraph.toLowerCase().includes(word)).length;
  const [best] = [...paragraphs].sort(([, a], [, b]) => shared(b) - shared(a));
  return best === undefined ? [] : [quoted(best)];
}

/** A model that knows the gold of a corpus, and goes by words elsewhere. */
export async function knowing(corpus: Corpus): Promise<Links> {
  const gold = new Map<string, readonly { readonly summary: number; readonly story: number }[]>();
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    gold.set(oneLine(chapter.story[0] ?? ""), chapter.gold ?? []);
  return (asked) => {
    const links = gold.get(asked.paragraphs.get(1) ?? "")?.filter(({ summary }) => summary === asked.point - 1);
    const right = links?.map(({ story }) => quoted([story + 1, asked.paragraphs.get(story + 1) ?? ""]));
    return right ?? likeWords(asked);
  };
}

function quoted([paragraph, text]: readonly [number, string]) {
  return { paragraph, quote: text.split(" ").slice(0, 8).join(" "), sure: "certain" };
}

function pointsOf({ messages }: Heard, links: Links): unknown[] {
  const question =
    messages.findLast(({ role, content }) => role === "user" && content.includes("<chapter "))?.content ?? "";
  const asked = messages.at(-1)?.content.match(/points: ([\d–, ]+)\.$/)?.[1] ?? "";
  const [story = "", guide = ""] = question.split("\n<guide ");
  const [paragraphs, points] = [numbered(story), numbered(guide)];
  return numbersIn(asked).map((point) => ({
    point,
    links: links({ point, text: points.get(point) ?? "", paragraphs }),
  }));
}

function numbered(text: string): Map<number, string> {
  return new Map([...text.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, line]) => [Number(number), line!]));
}

function numbersIn(ranges: string): number[] {
  return ranges.split(", ").flatMap((range) => {
    const [from, to = from] = range.split("–").map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, k) => from! + k);
  });
}
