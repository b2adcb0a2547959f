import { type Behaviour, type Heard, streamed, whole } from "./model-server.ts";

/** A point as a test's model sees it. */
export interface AskedPoint {
  readonly point: number;
  /** Each paragraph that is shown, by its number. */
  readonly paragraphs: ReadonlyMap<number, string>;
}

type Links = (asked: AskedPoint) => unknown[];

/** A model that reads the request as a model would, and answers every point that is asked for. */
export function answering(links: Links = firstParagraph, { stream = false } = {}): Behaviour {
  return (heard, response, count) => {
    const text = JSON.stringify({ points: pointsOf(heard, links) });
    return (stream ? streamed(text) : whole(text))(heard, response, count);
  };
}

/** Links every point to the first paragraph that is shown, with its first words. */
export function firstParagraph({ paragraphs }: AskedPoint): unknown[] {
  const [[paragraph, text] = [0, ""]] = paragraphs;
  return [{ paragraph, quote: text.split(" ").slice(0, 8).join(" "), sure: "certain" }];
}

function pointsOf({ messages }: Heard, links: Links): unknown[] {
  const question =
    messages.findLast(({ role, content }) => role === "user" && content.includes("<chapter "))?.content ?? "";
  const asked = messages.at(-1)?.content.match(/points: ([\d–, ]+)\.$/)?.[1] ?? "";
  const paragraphs = new Map(
    [...question.split("\n<guide ")[0]!.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, text]) => [
      Number(number),
      text!,
    ]),
  );
  return numbersIn(asked).map((point) => ({ point, links: links({ point, paragraphs }) }));
}

function numbersIn(ranges: string): number[] {
  return ranges.split(", ").flatMap((range) => {
    const [from, to = from] = range.split("–").map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, k) => from! + k);
  });
}
