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
  const meaning = code === undefined ? undefined : systemErrors[code];
  if (meaning === undefined) return `Something went wrong inside plotline: ${withStop(reasonOf(error))}`;
  return path === undefined
    ? `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
    : `${placeOf(path)}: ${meaning}.`;
}

/** Files are written under a temporary name first, which means nothing to the user: name its folder instead. */
function placeOf(path: string): string {
  const [own] = /(^|[/\\])\.([^/\\]*\.partial|changing)([/\\].*)?$/.exec(path) ?? [""];
  if (own === "") return path;
  return path.slice(0, path.length - own.length) || (/^[/\\]/.test(own) ? "/" : "this folder");
}

const systemErrors: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EEXIST: "something else has this name",
  EPERM: "the system does not allow this",
  EISDIR: "this is a folder, but a file is needed",
  ENOTDIR: "this is a file, but a folder is needed",
  ENOSPC: "the disk is full; nothing was left half-written",
  EDQUOT: "the disk quota is used up; nothing was left half-written",
  EROFS: "the disk is read-only",
  ELOOP: "its symbolic links lead in a circle",
  EMFILE: "too many files are open; close some programs and try again",
  ENAMETOOLONG: "the name is too long for this disk",
  EBUSY: "the file is in use by another program",
  EFBIG: "the file is larger than the disk allows",
};

/** Another program's message as the end of a sentence. */
export function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}
