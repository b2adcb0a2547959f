import { countWords } from "../../corpus/words.ts";
import { sumOf } from "../../lists.ts";
import { Problem } from "../../problem.ts";
import { type LeftOut, Tally } from "../blocks/account.ts";
import { type Role, roleOf } from "./markers.ts";
import { type Piece, scan } from "./scan.ts";

/** A verse, or several that are printed as one (`\v 3-4`). */
export interface Verse {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** A section's heading, and the verse before which it is printed. */
export interface Section {
  readonly text: string;
  readonly verse: number;
}

export interface UsfmChapter {
  readonly number: number;
  readonly line: number;
  readonly verses: readonly Verse[];
  /** The text of `\cd`; empty where the chapter has none. */
  readonly heading: string;
  readonly sections: readonly Section[];
}

export interface UsfmBook {
  /** As `\id` has it: GEN, EXO. */
  readonly code: string;
  readonly title: string;
  readonly chapters: readonly UsfmChapter[];
  /** Every word of the file: in verses, in headings, or left out. */
  readonly words: { readonly all: number; readonly verses: number; readonly headings: number };
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

/** Reads one book of USFM. `name` is the file's, for messages. */
export function readUsfm(text: string, name: string): UsfmBook {
  if (!/^\s*\\id\s+\S/.test(text))
    throw new Problem(`${name} is not USFM: it does not begin with \\id and the code of a book.`);
  const reader = new Reader(text, name);
  for (const piece of scan(text)) reader.take(piece);
  return reader.book();
}

/** Where text goes. */
type Sink =
  | { readonly kind: "verse" | "heading" | "section" | "name" }
  | { readonly kind: "out"; readonly what: string };

const outside: Sink = { kind: "out", what: "text outside verses" };

/** A chapter that is being read. */
interface OpenChapter extends Pick<UsfmChapter, "number" | "line"> {
  readonly verses: (Omit<Verse, "text"> & { text: string })[];
  /** The numbers as they are printed: `3`, `3b`, `3-4`. */
  readonly seen: Set<string>;
  heading: string;
  readonly sections: OpenSection[];
}

interface OpenSection {
  text: string;
  verse: number | undefined;
}

class Reader {
  private readonly chapters: OpenChapter[] = [];
  private readonly names = new Map<string, string>();
  private readonly tally = new Tally();
  private readonly warnings: string[] = [];
  private readonly numbers = new Set<number>();
  /** Headings of sections that wait for their first verse. */
  private unplaced: OpenSection[] = [];
  private counted = { to: 0, line: 1 };
  private sink: Sink = outside;
  private nameMarker = "";
  /** The note that is open, and what its end marker is called. */
  private note: { readonly marker: string; readonly what: string; readonly line: number } | undefined;
  private milestone = false;
  /** A number is wanted next: of a chapter or of a verse. */
  private wants: "c" | "v" | undefined;
  private sidebar = false;
  /** Text whose attributes, if it has any, are known when its end marker comes. */
  private pending = "";

  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {}

  take(piece: Piece): void {
    if (piece.kind === "text") this.takeText(piece.text, piece.at);
    else if (this.wants !== undefined) throw this.withoutNumber(this.wants, piece.at);
    else if (piece.kind === "end") this.takeEnd(piece.name);
    else this.takeMarker(piece.name, piece.at);
  }

  book(): UsfmBook {
    this.flush();
    if (this.wants !== undefined) throw this.withoutNumber(this.wants, this.text.length);
    if (this.note !== undefined) this.unclosed();
    const chapters = this.chapters.flatMap((chapter) => this.closed(chapter));
    const count = (texts: readonly string[]) => sumOf(texts, countWords);
    const verses = count(chapters.flatMap((chapter) => chapter.verses.map(({ text }) => text)));
    const headings = count(chapters.flatMap(({ heading, sections }) => [heading, ...sections.map(({ text }) => text)]));
    const leftOut = this.tally.leftOut();
    const all = verses + headings + sumOf(leftOut, ({ words }) => words);
    const code = tidy(this.names.get("id") ?? "")
      .split(" ")[0]!
      .toUpperCase();
    return { code, title: this.title(code), chapters, words: { all, verses, headings }, leftOut, notes: this.warnings };
  }

  private title(code: string): string {
    const named = ["h", "toc2", "toc1", "mt1", "mt"].map((marker) => tidy(this.names.get(marker) ?? ""));
    return named.find(Boolean) ?? code;
  }

  private takeText(text: string, at: number): void {
    if (this.wants === undefined) {
      this.pending += text;
      return;
    }
    const found = (this.wants === "c" ? chapterNumber : verseNumber).exec(text);
    if (found === null) throw this.withoutNumber(this.wants, at);
    const first = Number(found[1]);
    if (this.wants === "c") this.openChapter(first, at);
    else this.openVerse(first, Number(found[2] ?? first), found[0].trim(), at);
    this.wants = undefined;
    this.pending = text.slice(found[0].length);
  }

  private takeEnd(marker: string): void {
    if (this.milestone) {
      this.milestone = false;
      this.pending = "";
      return;
    }
    // `\w gnat|lemma="gnat"\w*`: attributes follow a bar.
    const bar = this.pending.indexOf("|");
    if (bar >= 0) this.pending = this.pending.slice(0, bar);
    this.flush();
    if (this.note?.marker === marker) this.note = undefined;
  }

  private takeMarker(marker: string, at: number): void {
    this.flush();
    this.milestone = /-[se]$/.test(marker) || (marker === "ts" && this.text.startsWith("\\ts\\*", at));
    const role = marker === "c" ? chapterRole : roleOf(marker);
    if (this.milestone || role.kind === "style") return;
    if (this.note !== undefined) {
      if (role.kind === "note") return;
      this.unclosed();
    }
    if (role.kind === "note") {
      this.note = { marker, what: role.what, line: this.line(at) };
    } else this.openParagraph(marker, role);
  }

  private openParagraph(marker: string, role: Role): void {
    if (marker === "esb" || marker === "esbe") this.sidebar = marker === "esb";
    if (marker === "c" || marker === "v") this.wants = marker;
    if (marker === "c") this.sidebar = false;
    this.nameMarker = marker;
    this.sink = this.sidebar ? { kind: "out", what: "sidebars" } : this.sinkOf(role);
    const chapter = this.chapters.at(-1);
    if (this.sink.kind === "section") {
      const section = { text: "", verse: undefined };
      chapter?.sections.push(section);
      this.unplaced.push(section);
    }
  }

  private sinkOf(role: Role): Sink {
    const chapter = this.chapters.at(-1);
    if (role.kind === "leftOut") return { kind: "out", what: role.what };
    if (role.kind === "name") return { kind: "name" };
    if (chapter === undefined) return outside;
    if (role.kind === "heading" || role.kind === "section") return { kind: role.kind };
    return chapter.verses.length > 0 ? { kind: "verse" } : outside;
  }

  /** The text up to here goes where it belongs. */
  private flush(): void {
    const text = this.pending;
    this.pending = "";
    if (text === "") return;
    if (this.note !== undefined) this.leaveOut(this.note.what, text);
    else if (this.sink.kind === "out") {
      if (this.nameMarker === "id") this.named(text);
      this.leaveOut(this.sink.what, text);
    } else if (this.sink.kind === "name") {
      this.named(text);
      this.leaveOut("titles and introductions", text);
    } else this.add(this.sink.kind, text);
  }

  private named(text: string): void {
    this.names.set(this.nameMarker, this.names.get(this.nameMarker) ?? text);
  }

  private add(kind: "verse" | "heading" | "section", text: string): void {
    const chapter = this.chapters.at(-1)!;
    if (kind === "heading") chapter.heading += text;
    else if (kind === "section") chapter.sections.at(-1)!.text += text;
    else chapter.verses.at(-1)!.text += text;
  }

  private leaveOut(what: string, text: string): void {
    const words = countWords(tidy(text));
    if (words > 0) this.tally.add(what, words, { count: 0 });
  }

  private openChapter(number: number, at: number): void {
    if (this.numbers.has(number))
      throw new Problem(`${this.where(at)}: chapter ${number} is there twice; leave one of them out.`);
    this.numbers.add(number);
    this.chapters.push({ number, line: this.line(at), verses: [], seen: new Set(), heading: "", sections: [] });
    this.sink = outside;
  }

  private openVerse(first: number, last: number, printed: string, at: number): void {
    const chapter = this.chapters.at(-1);
    if (chapter === undefined)
      throw new Problem(`${this.where(at)}: verse ${first} is in no chapter; \\c must come before it.`);
    if (chapter.verses.length === mostVerses)
      throw new Problem(`${this.where(at)}: chapter ${chapter.number} has more than ${mostVerses} verses.`);
    if (chapter.seen.has(printed)) this.warn(`line ${this.line(at)}`, `verse ${printed} is there twice`);
    chapter.seen.add(printed);
    chapter.verses.push({ first, last: Math.max(first, last), text: "" });
    for (const section of this.unplaced.splice(0)) section.verse = first;
    this.sink = { kind: "verse" };
  }

  /** A chapter as it is given out. What has no verse to belong to is left out, and counted. */
  private closed({ number, line, verses, heading, sections }: OpenChapter): UsfmChapter[] {
    const made = verses.map((verse) => ({ ...verse, text: tidy(verse.text) })).filter(({ text }) => text !== "");
    const empty = verses.length - made.length;
    if (empty > 0) this.warn(`chapter ${number}`, `${empty} empty ${empty === 1 ? "verse" : "verses"}`);
    if (made.length === 0) this.warn(`chapter ${number}`, "no verses");
    const isPlaced = ({ verse }: OpenSection) => verse !== undefined && made.length > 0;
    const named = sections.map(({ text, verse }) => ({ text: tidy(text), verse })).filter(({ text }) => text !== "");
    for (const section of named) if (!isPlaced(section)) this.leaveOut("headings without verses", section.text);
    if (made.length > 0)
      return [{ number, line, verses: made, heading: tidy(heading), sections: named.filter(isPlaced) as Section[] }];
    this.leaveOut("headings without verses", heading);
    return [];
  }

  private unclosed(): void {
    this.warn(`line ${this.note!.line}`, `\\${this.note!.marker} has no end`);
    this.note = undefined;
  }

  private warn(where: string, what: string): void {
    this.warnings.push(`${where}: ${what}`);
  }

  private withoutNumber(marker: "c" | "v", at: number): Problem {
    return new Problem(`${this.where(at)}: \\${marker} has no ${marker === "c" ? "chapter" : "verse"} number.`);
  }

  private where(at: number): string {
    return `${this.name}, line ${this.line(at)}`;
  }

  /** Counted on from the last place, which is nearly always before this one. */
  private line(at: number): number {
    if (at < this.counted.to) this.counted = { to: 0, line: 1 };
    for (;;) {
      const end = this.text.indexOf("\n", this.counted.to);
      if (end < 0 || end >= at) return this.counted.line;
      this.counted = { to: end + 1, line: this.counted.line + 1 };
    }
  }
}

/** No chapter of any scripture has as many. */
const mostVerses = 1000;
const chapterRole: Role = { kind: "text" };
const chapterNumber = /^\s*(\d{1,4})(?=\s|$)/;
const verseNumber = /^\s*(\d{1,4})[a-z]?(?:[-–,\u200f]+(\d{1,4})[a-z]?)?(?=\s|$)/;

/** One line, without USFM's own signs: pilcrows, `~` for a space that does not break, `//` for a line break. */
function tidy(text: string): string {
  return text
    .replace(/¶|\/\/|~/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
