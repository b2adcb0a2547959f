import { byPlace, type Readable } from "@plotline/align";
import { Problem, random, shuffled, sumOf } from "@plotline/base";
import { joined, nobody, type Person, played, type QuizScore, type ReadingPlace, readUpTo } from "@plotline/corpus";
import type { QuizOptions } from "@plotline/questions";
import type { PageData } from "../../page/page.ts";
import { searchBook } from "../../server/library/search.ts";
import { store, stored } from "../parts/frame/stored.ts";
import type { BookAnswer, ChapterAnswer, LibraryAnswer } from "../server.ts";

/** The page is one file with a book in it, which answers itself. */
export const isTab = true;
export const isPage = true;
export const home = "Contents";
export const pageFile = "";
export const silent = "This page has broken down.";
export function begun(): void {}

const data: PageData = JSON.parse(document.getElementById("book")?.textContent ?? "{}");
const { title, chapters, questions, madeBy } = data;
const base = `/c/${encodeURIComponent(title)}`;

/** Where the page opens: a lone chapter at once. Books of one disk share what the browser remembers, so each has a name. */
const [screen, chapter] = chapters.length === 1 ? ["read", "/1"] : ["book", ""];
export const start = `${base}/${screen}/${encodeURIComponent(title)}${chapter}`;

/** The same answers as the server's. */
export const ask: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input), "http://page");
  const parts = pathname.split("/").slice(2).map(decodeURIComponent);
  const [what = "", ...rest] = parts[0] === "c" ? parts.slice(2) : parts;
  try {
    const sent = init?.body == null ? undefined : JSON.parse(String(init.body));
    const answer = await answers[what]?.(rest, searchParams, sent);
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { problem: "There is nothing at this address." }, { status: answer ? 200 : 404 });
  } catch (error) {
    return Response.json({ problem: (error as Error).message }, { status: 422 });
  }
};

type Answering = (path: readonly string[], query: URLSearchParams, sent: Sent) => unknown;

/** What the app saves for a person: a place, a round, or what was read and played under no name. */
type Sent = ReadingPlace & QuizScore & Pick<Person, "places"> & { rounds: readonly QuizScore[]; from?: string };

const answers: Readonly<Record<string, Answering>> = {
  corpora: () => ({ corpora: [{ name: title, base }] }),
  library: () => library,
  works: ([, number]) => (number === undefined ? book : chapterOf(Number(number))),
  search: (_, query) => searchBook(everyChapter, query.get("words") ?? ""),
  quiz: (_, query) => ({ questions: drawn(query).map(withPassage) }),
  people: ([name = "", what], _, sent) => (name === "" ? { names: [] } : person(name, what, sent)),
  export: () => answersFile(),
};

const book: BookAnswer = {
  title,
  folder: title,
  author: null,
  kind: null,
  licence: madeBy,
  ...{ rights: [], mayPassOn: false },
  chapters: chapters.map(({ summary, story, links: _, ...chapter }) => ({
    ...chapter,
    words: sumOf(story, (text) => text.split(/\s+/).length),
    paragraphs: story.length,
    points: summary.length,
    hasGold: false,
  })),
};

const library: LibraryAnswer = {
  name: title,
  works: [
    {
      ...{ title, folder: title, author: null, kind: null, licence: null },
      chapters: chapters.map(({ number }) => number),
      summarised: chapters.filter(({ summary }) => summary.length > 0).map(({ number }) => number),
      annotated: [],
    },
  ],
};

function chapterOf(wanted: number): ChapterAnswer {
  const found = chapters.find(({ number }) => number === wanted);
  if (found === undefined) throw new Problem("This book has no such chapter.");
  const { number, summary, story } = found;
  const nobodys = { annotators: [], calibration: null, closed: null };
  return { title, folder: title, number, summary, story, gold: null, faulty: [], ...nobodys };
}

/** Links, and the points that have none. */
export function linksOf({ number, summary }: Readable) {
  const links = chapters.find((each) => each.number === number)?.links ?? [];
  const linked = new Set(links.map((link) => link.summary));
  return { links: links.toSorted(byPlace), unmatched: [...summary.keys()].filter((point) => !linked.has(point)) };
}

async function* everyChapter() {
  yield* chapters;
}

type Question = PageData["questions"][number];

function drawn(query: URLSearchParams): Question[] {
  const [task, soFar] = [query.get("task"), JSON.parse(query.get("soFar") ?? "null") as QuizOptions["soFar"] | null];
  const allowed = questions.filter(
    (each) => (task === "both" || each.task === task) && isReached(each, soFar?.[title]),
  );
  if (allowed.length === 0)
    throw new Problem(soFar ? "There is nothing to ask yet: read on." : "There are no questions of this kind.");
  return shuffled(allowed, random("quiz", Number(query.get("seed")))).slice(0, Number(query.get("count")));
}

/** What happens next is in the same chapter, perhaps further on than the passage. */
function isReached({ task, chapter, passage }: Question, read: NonNullable<QuizOptions["soFar"]>[string] | undefined) {
  if (read === undefined || chapter < read.chapter) return true;
  return chapter === read.chapter && task === "cloze" && passage.every((paragraph) => paragraph <= read.paragraph);
}

function withPassage({ passage, ...question }: Question) {
  const { story } = chapterOf(question.chapter);
  return { ...question, passage: passage.map((paragraph) => story[paragraph] ?? "") };
}

/** Saved in the browser, as a server saves it in a file. */
function person(name: string, what: string | undefined, sent: Sent): Person {
  const known = (who: string) => stored<Person>(`person${base}.${who}`, nobody);
  const before = known(name);
  const after =
    what === "places"
      ? readUpTo(before, sent)
      : what === "quiz"
        ? played(before, sent)
        : what === "taken"
          ? sent.rounds.reduce(
              played,
              joined(joined(before, { ...nobody, places: sent.places }), known(sent.from ?? "")),
            )
          : before;
  if (after !== before) store(`person${base}.${name}`, after);
  return after;
}

/** Everything that was answered here, under a name or under none, as the server writes it. */
function answersFile(): Response {
  const name = stored("annotator", "");
  const named = stored<Person>(`person${base}.${name}`, nobody).quiz;
  const rounds = [...named, ...stored<readonly QuizScore[]>(`rounds${base}`, [])];
  const lines = rounds.flatMap(({ at, seed, answers: given }) => given.map((each) => ({ name, at, seed, ...each })));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new Response(text);
}
