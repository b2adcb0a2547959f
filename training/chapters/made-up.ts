import type { Random } from "@plotline/base";
import { random } from "@plotline/base";
import { type Block, textBlocks } from "@plotline/formats";
import { type KnownBook, placedAt } from "./truth.ts";

/** A small book made of the paragraphs of a real one, with headings of another form: what people bring is not always a whole book. */
export function madeUp(book: KnownBook, seed: string): KnownBook {
  const next = random(seed);
  const paragraphs = paragraphsOf(book);
  const made = new Made(next, paragraphs.story, paragraphs.front);
  const text = pick(next, shapes)(made);
  const isMarked = next() < 0.3;
  const blocks = textBlocks(text.map(({ line }) => line).join("")).map((block) => (isMarked ? marked(block) : block));
  const firsts = text.flatMap(({ first }) => first ?? []);
  return placedAt({ ...book, blocks, entries: [], title: undefined }, firsts);
}

interface Piece {
  readonly line: string;
  /** Where a chapter begins, its first paragraph. */
  readonly first?: string;
}

/** Lines of a book as they are added to it. */
class Made {
  readonly #next: Random;
  readonly #story: readonly string[];
  readonly #front: readonly string[];
  #at: number;
  readonly #gap: string;
  readonly #length: number;
  readonly #hasPages: boolean;
  #pages = 1;

  constructor(next: Random, story: readonly string[], front: readonly string[]) {
    this.#next = next;
    this.#story = story;
    this.#front = front;
    this.#at = Math.floor(next() * story.length);
    this.#gap = "\n".repeat(2 + Math.floor(next() * 4));
    this.#hasPages = next() < 0.04;
    this.#length = 1 + Math.floor(next() ** 2 * 12);
  }

  get next(): Random {
    return this.#next;
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  number(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  heading(text: string): Piece {
    return { line: `${this.#gap}${text}\n\n` };
  }

  chapter(heading: string, length = this.#length): Piece[] {
    const count = Math.max(1, Math.round(length * (0.5 + this.#next())));
    const own = Array.from({ length: count }, () => this.#story[this.#at++ % this.#story.length]!);
    if (count > 2 && this.chance(0.06)) own.splice(2, 0, ...this.#list());
    return [
      this.heading(heading),
      ...own.map((text, k) => ({ line: `${text}\n\n${this.#page()}`, ...(k === 0 && { first: text }) })),
    ];
  }

  /** What is no chapter. */
  matter(heading: string, most: number): Piece[] {
    if (this.#front.length === 0) return [];
    const from = Math.floor(this.#next() * this.#front.length);
    const own = this.#front.slice(from, from + this.number(1, most));
    return [this.heading(heading), ...own.map((text) => ({ line: `${text}\n\n` }))];
  }

  /** The number of a page, in books that print them. */
  #page(): string {
    return this.#hasPages && this.chance(0.4) ? `${this.#pages++}\n\n` : "";
  }

  /** A numbered list that somebody in the story makes. */
  #list(): string[] {
    return romans.slice(0, this.number(2, 4)).map((numeral) => `${numeral}. ${this.title(4)}.`);
  }

  title(most = 4): string {
    const words = this.#story[Math.floor(this.#next() * this.#story.length)]!.match(/\p{L}{2,}/gu) ?? ["Home"];
    const from = Math.floor(this.#next() * Math.max(1, words.length - most));
    return words
      .slice(from, from + this.number(1, most))
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join(" ");
  }
}

type Shape = (made: Made) => Piece[];

const shapes: readonly Shape[] = [
  (made) => whole(made, counted(made, made.number(3, 12))),
  (made) => whole(made, counted(made, made.number(3, 8))),
  (made) =>
    whole(made, [
      ...counted(made, made.number(2, 5), pick(made.next, ["Letter", "LETTER"])),
      ...counted(made, made.number(4, 12)),
    ]),
  (made) => whole(made, titled(made, made.number(3, 9))),
  (made) => whole(made, parts(made)),
  (made) => whole(made, scenes(made)),
  (made) => whole(made, dated(made)),
  (made) => whole(made, stories(made)),
];

function pick<Each>(next: Random, from: readonly Each[]): Each {
  return from[Math.floor(next() * from.length)]!;
}

interface Named {
  readonly heading: string;
  readonly pieces: readonly Piece[];
}

/** With what is before and after the chapters. */
function whole(made: Made, chapters: readonly Named[]): Piece[] {
  const pieces: Piece[] = [];
  if (made.chance(0.6)) pieces.push(made.heading(made.title().toUpperCase()), { line: `by ${made.title(2)}\n\n` });
  if (made.chance(0.3))
    pieces.push(
      ...made.matter(
        pick(made.next, [
          "PREFACE",
          "INTRODUCTION",
          "Preface",
          "TO THE READER",
          "AUTHOR'S NOTE",
          "DEDICATION",
          "FOREWORD",
        ]),
        4,
      ),
    );
  if (made.chance(0.25))
    pieces.push(made.heading("CONTENTS"), {
      line: `${chapters.map(({ heading }) => heading.replace(/\s*\n\s*/g, " ")).join("\n")}\n\n`,
    });
  const isUpper = made.chance(0.6);
  const named = (name: string) => (isUpper ? name.toUpperCase() : name);
  if (made.chance(0.2))
    pieces.push(...made.chapter(named(pick(made.next, ["Prologue", "Prelude", "Proem", "Induction"]))));
  pieces.push(...chapters.flatMap((chapter) => chapter.pieces));
  if (made.chance(0.2)) pieces.push(...made.chapter(named(pick(made.next, ["Epilogue", "Conclusion", "Afterwards"]))));
  if (made.chance(0.3)) pieces.push({ line: "\nTHE END\n\n" });
  if (made.chance(0.25))
    pieces.push(
      ...made.matter(
        pick(made.next, [
          "NOTES",
          "FOOTNOTES",
          "APPENDIX",
          "TRANSCRIBER'S NOTES",
          "INDEX",
          "GLOSSARY",
          "Notes",
          "POSTSCRIPT",
        ]),
        6,
      ),
    );
  return pieces;
}

function counted(
  made: Made,
  count: number,
  word = pick(made.next, [
    "CHAPTER",
    "Chapter",
    "CHAPTER",
    "",
    "",
    "STAVE",
    "CANTO",
    "Kapitel",
    "CHAPITRE",
    "LETTER",
    "BOOK",
    "ADVENTURE",
  ]),
): Named[] {
  const style = pick(made.next, numberStyles);
  const dot = pick(made.next, ["", ".", "."]);
  const kind = made.number(0, 3);
  return Array.from({ length: count }, (_, k) => {
    const number = style(made.chance(0.01) ? made.number(1, 15) : k + 1);
    const own = `${word === "" ? number : `${word} ${number}`}${dot}`;
    const title = made.title();
    const heading =
      kind === 1
        ? `${own}${dot === "" ? ":" : ""} ${title}`
        : kind === 2
          ? `${own}\n${title.toUpperCase()}`
          : kind === 3 && made.chance(0.9)
            ? `${own}\n\n${title.toUpperCase()}`
            : own;
    const printed = word.length > 4 && made.chance(0.03) ? `${heading.slice(0, 3)}${heading.slice(4)}` : heading;
    return { heading, pieces: made.chapter(printed) };
  });
}

const romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"];
const names = "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen".split(" ");
const numberStyles: readonly ((number: number) => string)[] = [
  (number) => romans[number - 1] ?? String(number),
  (number) => String(number),
  (number) => (names[number - 1] ?? String(number)).toUpperCase(),
  (number) => romans[number - 1] ?? String(number),
];

function titled(made: Made, count: number): Named[] {
  const isUpper = made.chance(0.7);
  return Array.from({ length: count }, () => {
    const heading = isUpper ? made.title().toUpperCase() : made.title();
    return { heading, pieces: made.chapter(heading) };
  });
}

function parts(made: Made): Named[] {
  const word = pick(made.next, ["PART", "BOOK", "VOLUME", "Part"]);
  const style = pick(made.next, numberStyles);
  return Array.from({ length: made.number(2, 4) }, (_, k) => {
    const own = counted(made, made.number(2, 5), "CHAPTER");
    const heading = `${word} ${style(k + 1)}`;
    return own.map((chapter, at) =>
      at > 0 ? chapter : { ...chapter, pieces: [made.heading(heading), ...chapter.pieces] },
    );
  }).flat();
}

function scenes(made: Made): Named[] {
  const hasScenes = made.chance(0.7);
  const speakers = made.chance(0.6) ? Array.from({ length: made.number(2, 4) }, () => made.title(1).toUpperCase()) : [];
  const spoken = (heading: string) =>
    speakers.length === 0 ? made.chapter(heading) : speeches(made, heading, speakers);
  const last = made.number(1, 4);
  return Array.from({ length: made.number(2, 5) }, (_, k) => {
    const act = `ACT ${romans[k]}${made.chance(0.5) ? "." : ""}`;
    if (!hasScenes) return [{ heading: act, pieces: spoken(act) }];
    return Array.from({ length: made.chance(0.5) ? last : made.number(1, 4) }, (_, at) => {
      const heading = `SCENE ${romans[at]}. ${made.title()}.`;
      const pieces = spoken(heading);
      return { heading, pieces: at === 0 ? [made.heading(act), ...pieces] : pieces };
    });
  }).flat();
}

/** What these people say in turn, some of them perhaps called as sections of books are. */
function speeches(made: Made, heading: string, speakers: readonly string[]): Piece[] {
  const own = made.chance(0.15) ? [...speakers, "PROLOGUE"] : speakers;
  const separator = made.chance(0.5) ? ". " : "\n";
  const texts = made
    .chapter(heading)
    .slice(1)
    .flatMap(({ line }) => line.trim().match(/[^.!?]+[.!?]+/g) ?? [line.trim()]);
  const lines = texts.map((text, k) => `${own[k % own.length]}${separator}${text.trim()}`);
  const first = lines[0] ?? "";
  return [made.heading(heading), ...lines.map((line, k) => ({ line: `${line}\n\n`, ...(k === 0 && { first }) }))];
}

function dated(made: Made): Named[] {
  const months = "January February March April May June July August September October November December".split(" ");
  const [place, year] = [made.title(1), made.number(1720, 1920)];
  const kind = made.number(0, 2);
  return Array.from({ length: made.number(3, 14) }, (_, k) => {
    const date = `${months[Math.min(11, k)]} ${made.number(1, 28)}${made.chance(0.5) ? `, ${year}` : ""}.`;
    const heading = kind === 0 ? date : kind === 1 ? `${place}, ${date}` : `_${date}_`;
    return { heading, pieces: made.chapter(heading) };
  });
}

/** Stories of which some have chapters of their own, counted anew. */
function stories(made: Made): Named[] {
  return Array.from({ length: made.number(3, 8) }, () => {
    const heading = made.title().toUpperCase();
    if (made.chance(0.5)) return { heading, pieces: made.chapter(heading, made.number(3, 12)) };
    const first = made.chapter("I");
    const others = Array.from({ length: made.number(1, 4) }, (_, k) => made.chapter(romans[k + 1]!)).flat();
    return { heading, pieces: [made.heading(heading), ...first, ...others.map(({ line }) => ({ line }))] };
  });
}

/** Running text inside of its chapters, and above and below them. */
function paragraphsOf({ blocks, chapters }: KnownBook) {
  const [first, last] = [chapters[0]?.block ?? 0, chapters.at(-1)?.block ?? blocks.length];
  const story: string[] = [];
  const front: string[] = [];
  blocks.forEach(({ text, level }, k) => {
    if (level > 0 || text.length < 120 || text.length > 3000) return;
    if (k >= first && k <= last + 20) story.push(text);
    else front.push(text);
  });
  return { story: story.length < 20 ? [...story, ...front] : story, front };
}

/** Lines of their own as a page has them. */
function marked(block: Block): Block {
  const isHeading = block.text.length < 100 && block.gap > 1;
  return isHeading ? { ...block, level: 2, gap: 1 } : { ...block, gap: 1 };
}
