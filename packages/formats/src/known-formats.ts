/** What a file is to the user: messages use the word. */
export type Reading = "book" | "guide";

interface Format {
  readonly name: string;
  /** How the names of such files end. */
  readonly endings: readonly string[];
  /** Where only books, or only guides, are read in it. */
  readonly only?: Reading;
}

/** Everything that books and guides are read from; the content of a file decides, not its name. */
const formats: readonly Format[] = [
  { name: "EPUB", endings: ["epub"], only: "book" },
  { name: "Word (.docx)", endings: ["docx"] },
  { name: "OpenDocument (.odt)", endings: ["odt"] },
  { name: "PDF with a text layer", endings: ["pdf"] },
  { name: "HTML", endings: ["html", "htm", "xhtml", "xht"] },
  { name: "Markdown", endings: ["md", "markdown", "mdown"], only: "guide" },
  { name: "TEI", endings: ["tei", "xml"], only: "book" },
  { name: "plain text", endings: ["txt", "text", "utf8", "utf-8"] },
];

/** Their names in a sentence: `EPUB, Word (.docx) … or plain text`. */
export function formatsFor(reading: Reading): string {
  return inWords(formats.filter((format) => isReadAs(format, reading)).map(({ name }) => name));
}

/** The usual ending of each format in a sentence: `.html, .txt … or .pdf`. */
export function endingsFor(reading: Reading): string {
  return inWords(formats.filter((format) => isReadAs(format, reading)).map(({ endings }) => `.${endings[0]}`));
}

/** The format that a file's name says; undefined where it says none that `reading` is read from. */
export function formatNamed(file: string, reading: Reading): string | undefined {
  const ending = /\.([\w-]+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
  return formats.find((format) => isReadAs(format, reading) && format.endings.includes(ending))?.name;
}

/** A name without the endings of these formats: `1` for `1.txt.utf8`. */
export function withoutEndings(file: string): string {
  return file.replace(everyEnding, "");
}

/** For a browser's file dialog. */
export const acceptedFiles = [...endings().map((ending) => `.${ending}`), "text/*", "application/epub+zip"].join(",");

const everyEnding = new RegExp(`(\\.(${endings().join("|")}))+$`, "i");

function endings(): string[] {
  return formats.flatMap((format) => format.endings);
}

function isReadAs({ only }: Format, reading: Reading): boolean {
  return only === undefined || only === reading;
}

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
