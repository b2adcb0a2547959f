import { below, random } from "@plotline/base";
import type { Recorded } from "./recorded.ts";

/** What weak models were seen to answer, as the text of an answer about a chapter; `second`: to a second question. */
export type Faulty = (recorded: Recorded, second?: boolean) => string;

/** Real words of real paragraphs, each under the number of a paragraph near by. */
const wrongNumbers: Faulty = ({ chapter, answer }) =>
  edited(answer, (link) => ({ ...link, paragraph: 1 + ((link.paragraph + 1) % chapter.story.length) }));

/** The same paragraph and the same words for every point. */
const oneForAll: Faulty = ({ chapter }) => pointsOf(chapter, () => [5 % chapter.story.length], chapter);

/** Other paragraphs than those that are meant, with words that are there: every check passes. */
const anywhere: Faulty = ({ chapter }) => {
  const next = random("anywhere", chapter.work, chapter.number);
  return pointsOf(chapter, () => [below(chapter.story.length, next), below(chapter.story.length, next)], chapter);
};

/** The chapter is copied into the quotes in its order, a paragraph for each point. */
const copies: Faulty = ({ chapter }) => pointsOf(chapter, (point) => [point % chapter.story.length], chapter);

/** Every paragraph for every point. */
const everything: Faulty = ({ chapter }) => pointsOf(chapter, () => [...chapter.story.keys()], chapter);

/** One quote without end. */
const loops: Faulty = () =>
  `{"points":[{"point":1,"links":[{"paragraph":1,"quote":"${"I am a king, I am a queen, ".repeat(400)}`;

/** An answer that ends after its first points, and nothing more when asked again. */
const cut: Faulty = ({ answer }, second) => (second ? "" : answer.slice(0, answer.length / 3));

/** Prose. */
const prose: Faulty = () => "I am sorry, the options are unclear.";

/** No point describes anything. */
const nothing: Faulty = ({ chapter }) => pointsOf(chapter, () => [], chapter);

/** Quotes that nobody wrote. */
const invented: Faulty = ({ answer }) => edited(answer, (link) => ({ ...link, quote: "words that nobody ever wrote" }));

/** Its first answer has wrong numbers; asked again, it gives one paragraph for everything. */
const worseAgain: Faulty = (recorded, second) => (second ? oneForAll : wrongNumbers)(recorded);

export const faulty = {
  wrongNumbers,
  oneForAll,
  anywhere,
  copies,
  everything,
  loops,
  cut,
  prose,
  nothing,
  invented,
  worseAgain,
} satisfies Record<string, Faulty>;

interface AnsweredLink {
  readonly paragraph: number;
  readonly quote: string;
}

interface Answered {
  readonly points: readonly { readonly point: number; readonly links: readonly AnsweredLink[] }[];
}

function edited(answer: string, change: (link: AnsweredLink) => AnsweredLink): string {
  const { points } = JSON.parse(answer) as Answered;
  return JSON.stringify({ points: points.map(({ point, links }) => ({ point, links: links.map(change) })) });
}

function pointsOf(
  { summary }: Recorded["chapter"],
  places: (point: number) => readonly number[],
  { story }: Recorded["chapter"],
): string {
  const quote = (place: number) => story[place]!.split(" ").slice(0, 8).join(" ");
  const points = summary.map((_, point) => ({
    point: point + 1,
    links: places(point).map((place) => ({ paragraph: place + 1, quote: quote(place), sure: "certain" })),
  }));
  return JSON.stringify({ points });
}
