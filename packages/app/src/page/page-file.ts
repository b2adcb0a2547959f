import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem } from "@plotline/base";
import { withoutEndings } from "@plotline/formats";
import { isReadingPage } from "./page.ts";

/**
 * The file that a page may be written to: the one that was asked for, or the book's name with `.html`. It never
 * replaces an input, and a name that nobody asked for replaces only a page that plotline wrote.
 */
export function pageFile({ book, guide }: { book: string; guide: string }, wanted?: string): string {
  const page = wanted ?? freeName(`${plainName(book)}.html`);
  if ([book, guide].some((file) => isSameFile(file, page)))
    throw new Problem(`${page} would replace a file that is read.`, "another out");
  return page;
}

/** A file's name without its endings: `1` for `1.txt.utf8`. */
export function plainName(file: string): string {
  return withoutEndings(basename(file)) || basename(file);
}

function freeName(page: string): string {
  if (!existsSync(page) || isReadingPage(readFileSync(page, "utf8"))) return page;
  throw new Problem(`${page} exists already, and plotline did not write it.`, "another out");
}

/** However the paths are spelled: `book.html` is `./book.html`. */
function isSameFile(file: string, other: string): boolean {
  return existsSync(other) && realpathSync(file) === realpathSync(other);
}

/** The app in one file, as it was built, whether this runs from its sources or built. */
export function pageTemplate(): string {
  const built = fileURLToPath(new URL("../../dist/web/reading-page.html", import.meta.url));
  if (!existsSync(built))
    throw new Problem("The app has not been built, and the page is made of it: run npm run build.");
  return readFileSync(built, "utf8");
}
