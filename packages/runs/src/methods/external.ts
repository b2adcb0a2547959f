import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Aligner, distinctLinks, type Link, type Method, methods, type Readable } from "@plotline/align";
import { weightsMethod } from "@plotline/align/node";
import { Problem, reasonOf, withStop } from "@plotline/base";
import { isPlainName } from "@plotline/corpus";

/** Whether a method is named by its file, a module or weights, rather than by its name in the registry. */
export function isFile(name: string): boolean {
  return /\.(?:[cm]?[jt]s|json)$/.test(name);
}

/** A method of the user's own runs on the user's own machine. */
export function mustBeRegistered(names: readonly string[]): void {
  const own = names.find(isFile);
  if (own === undefined) return;
  throw new Problem(`${own} is a method of your own, which is not sent to other machines.`, "run here");
}

/**
 * A method from outside: weights that `npm run train -- aligner` wrote, or a module whose default export is a `Method`, of
 * which only `name` and `prepare` are needed.
 *
 *   export default {
 *     name: "first",
 *     prepare: (corpus, options) => async ({ summary, story }, { pins, visible }) =>
 *       summary.map((_, i) => ({ summary: i, story: 0, confidence: 1 })),
 *   };
 */
export async function externalMethod(path: string): Promise<Method> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Problem(`${path}: there is no such file.`);
  if (path.endsWith(".json")) return wellNamed(weightsMethod(path), path);
  const loaded: { default?: unknown } = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Problem(`${path} cannot be loaded: ${withStop(reasonOf(error))}`);
  });
  const method = loaded.default;
  if (!isMethod(method))
    throw new Problem(
      `${path}: the default export must be a method: { name: "…", prepare: (corpus, options) => async (chapter, asked) => links }.`,
    );
  wellNamed(method, path);
  return {
    ...method,
    async prepare(corpus, options) {
      const aligner = await guarded(path, "prepare", () => method.prepare(corpus, options));
      if (typeof aligner !== "function")
        throw new Problem(`${path}: prepare must give a function from a chapter to links.`);
      return Object.assign(checked(path, aligner), aligner.explain && { explain: aligner.explain });
    },
  };
}

/** A name that no method of plotline's has, and that a folder can have: its links are saved in alignments/<name>. */
function wellNamed<Named extends Pick<Method, "name">>(method: Named, path: string): Named {
  if (!isPlainName(method.name))
    throw new Problem(`${path}: "${method.name}" cannot be the name of a folder; give your method another.`);
  if (!methods.some(({ name }) => name.toLowerCase() === method.name.toLowerCase())) return method;
  throw new Problem(`${path}: "${method.name}" is a method of plotline's own; give yours another name.`);
}

type Outside = Pick<Method, "name" | "prepare"> & Partial<Method>;

function isMethod(value: unknown): value is Outside {
  if (typeof value !== "object" || value === null) return false;
  const { name, prepare } = value as Partial<Method>;
  return typeof name === "string" && name.trim() !== "" && typeof prepare === "function";
}

/** A module gets copies of the texts, to do with as it likes; what it answers is checked, and its errors name it. */
function checked(path: string, aligner: Aligner): Aligner {
  return async (chapter, asked = {}) => {
    const where = `"${chapter.work}" ${chapter.number}`;
    const own = { ...chapter, summary: [...chapter.summary], story: [...chapter.story] };
    const links: unknown = await guarded(path, where, () => aligner(own, asked));
    if (!Array.isArray(links)) throw new Problem(`${path}: for ${where} it gave no list of links.`);
    return distinctLinks(links.map((link) => checkedLink(link, chapter, `${path}: for ${where}`)));
  };
}

function checkedLink(link: unknown, chapter: Readable, who: string): Link {
  const { summary, story, confidence = 1 } = (link ?? {}) as Partial<Link>;
  if (!isIndex(summary, chapter.summary.length) || !isIndex(story, chapter.story.length)) {
    const range = `there are ${chapter.summary.length} points and ${chapter.story.length} story paragraphs`;
    throw new Problem(`${who} it gave the link ${JSON.stringify(link)}, but ${range}, counted from 0.`);
  }
  if (!(confidence >= 0 && confidence <= 1))
    throw new Problem(`${who} it gave the confidence ${confidence}, which is not between 0 and 1.`);
  return { summary, story, confidence };
}

function isIndex(value: unknown, bound: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < bound;
}

async function guarded<T>(path: string, where: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Problem(`${path} failed in ${where}: ${withStop(reasonOf(error))}`);
  }
}
