import meanings from "./data/system-errors.json" with { type: "json" };

/**
 * Something the user can fix: one sentence that names the file, the place in it and what to do. It begins with a
 * capital letter, or with a name as that is written (a file, an option, an operation), and ends with its full stop.
 */
export class Problem extends Error {
  override readonly name = "Problem";

  /** `remedy`: what the user may change, where that has another name on the command line than in the library. */
  constructor(
    message: string,
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

/** Each front end says in its own words how. */
export type Remedy =
  | "another folder"
  | "another out"
  | "another title"
  | "base address"
  | "asked anyway"
  | "larger budget"
  | "named encoder"
  | "named model"
  | "named source"
  | "known formats"
  | "resumed run"
  | "run here"
  | "replaced corpus"
  | "sent restricted"
  | "smaller context"
  | "used anyway";

/** The sentence for any error, including what the operating system says about files. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const meaning = systemErrors.get(code ?? "");
  if (meaning === undefined) return `Something went wrong inside plotline: ${withStop(reasonOf(error))}`;
  return path === undefined
    ? `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
    : `${placeOf(path)}: ${meaning}.`;
}

/** What the operating system's codes mean to a person. */
const systemErrors = new Map(Object.entries(meanings));

/** Files are written under a temporary name first, which means nothing to the user: name its folder instead. */
function placeOf(path: string): string {
  const [own] = /(^|[/\\])\.([^/\\]*\.partial|changing)([/\\].*)?$/.exec(path) ?? [""];
  if (own === "") return path;
  return path.slice(0, path.length - own.length) || (/^[/\\]/.test(own) ? "/" : "this folder");
}

/** Another program's message as the end of a sentence. */
export function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}
