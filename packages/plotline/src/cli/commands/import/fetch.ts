import { Problem } from "@plotline/base";
import { fetchBook, fetchGuide, guideOf, gutenberg, PoliteFetcher, shmoop } from "@plotline/runs/node";
import { type Command, InvalidArgumentError } from "commander";
import { type Common, command, commandGroup } from "../../command.ts";
import { print, printJson } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

interface FetchOptions extends Common {
  readonly out: string;
  readonly base?: string;
  readonly contact?: string;
  readonly permission?: string;
}

export function fetchCommand(): Command {
  const about = "Fetch books and guides, politely: one page a second, as robots.txt allows.";
  return commandGroup("fetch", about, [gutenbergCommand(), shmoopCommand()]);
}

function gutenbergCommand(): Command {
  const made = command("gutenberg <id...>", "Fetch books of Project Gutenberg by number, as plain text.");
  return withSite(made, "books", gutenberg.base).action(async (ids: string[], options: FetchOptions) => {
    const { base, fetcher } = polite(options, gutenberg);
    const progress = new Progress("fetching", ids.length, options.quiet);
    const fetchOne = async (id: string) => {
      const book = await fetchBook(id, fetcher, { out: options.out, base });
      progress.advance(1, book.file);
      return book;
    };
    const textOf = ({ file, fetched }: { file: string; fetched: boolean }) =>
      `${file}  ${fetched ? "fetched" : "already fetched"}`;
    await each(ids, fetchOne, textOf, options).finally(() => progress.end());
  });
}

function shmoopCommand(): Command {
  const about = "Fetch the chapter summaries of a study guide, with its publisher's permission.";
  const made = command("shmoop <title...>", about);
  return withSite(made, "guides", shmoop.base)
    .option("--permission <text>", "what the guide's publisher has permitted you; saved with the texts")
    .action(async (titles: string[], options: FetchOptions) => {
      for (const title of titles) guideOf(title);
      const permission = permissionOf(options);
      const { base, fetcher } = polite(options, shmoop);
      const line = new Progress("fetching", 0, options.quiet);
      const progress = (done: number, total: number, name: string) => line.outOf(total).watch({ done, detail: name });
      const fetchOne = (title: string) =>
        fetchGuide(title, fetcher, { out: options.out, base, permission, progress }).finally(() => line.end());
      const textOf = ({ folder, sections, fetched }: Awaited<ReturnType<typeof fetchOne>>) =>
        `${folder}  ${sections} sections, ${fetched} pages fetched now`;
      await each(titles, fetchOne, textOf, options);
    });
}

function withSite(made: Command, out: string, base: string): Command {
  return made
    .option("-o, --out <folder>", "where the files go; existing files are not fetched again", out)
    .option("--base <address>", `another site of the same shape (default: ${base})`, address)
    .option("--contact <text>", "your e-mail address, sent with each request for the site's owner", visible);
}

function polite({ base: chosen, contact }: FetchOptions, site: { base: string; hosts: readonly string[] }) {
  const base = chosen ?? site.base;
  const hosts = chosen === undefined ? site.hosts : [new URL(chosen).host];
  return { base, fetcher: new PoliteFetcher({ hosts, contact }) };
}

/** Every item is tried; failures are reported at the end, after what was fetched. */
async function each<T>(
  items: readonly string[],
  fetchOne: (item: string) => Promise<T>,
  textOf: (result: T) => string,
  { json }: FetchOptions,
): Promise<void> {
  const [results, faults]: [T[], string[]] = [[], []];
  for (const item of new Set(items)) {
    try {
      results.push(await fetchOne(item));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push(error.message);
    }
  }
  if (json) printJson(results);
  else for (const result of results) print(textOf(result));
  if (faults.length > 0) throw new Problem(faults.join("\nplotline: "));
}

function permissionOf({ permission }: FetchOptions): string {
  const text = permission?.trim() ?? "";
  if (text !== "") return text;
  throw new Problem(
    `These summaries are under copyright: ask ${shmoop.publisher} for permission first, then give it with --permission "TEXT"; it is saved with the texts.`,
  );
}

function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("An address with http:// or https:// is needed.");
}

function visible(text: string): string {
  if (/^[\x20-\x7e]{1,200}$/.test(text)) return text;
  throw new InvalidArgumentError("One line of plain ASCII letters is needed.");
}
