import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../problem.ts";
import { writeAtomically } from "../write.ts";
import { nobody, type Person } from "./person.ts";
import { nameFault } from "./person-name.ts";
import { personSchema } from "./person-schema.ts";

/** Everyone who has a file in `people/`. */
export async function peopleOf(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, "people")).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter((name) => nameFault(name) === undefined)
    .sort();
}

export async function readPerson(folder: string, name: string): Promise<Person> {
  const path = personPath(folder, name);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return nobody;
  const parsed = personSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0];
  throw new Problem(`${path}: ${place?.path.join(".") || "the file"}: ${place?.message}. Mend it or move it away.`);
}

/** Changes what is on disk now, and returns when the change is there; changes of one person wait for each other. */
export async function changePerson(folder: string, name: string, change: (person: Person) => Person): Promise<Person> {
  const path = personPath(folder, name);
  const turn = (queues.get(path) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      const current = await readPerson(folder, name);
      const next = change(current);
      if (next !== current) writeAtomically(path, `${JSON.stringify(next, undefined, 1)}\n`);
      return next;
    });
  queues.set(path, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(path) === turn) queues.delete(path);
  }
}

const queues = new Map<string, Promise<unknown>>();

function personPath(folder: string, name: string): string {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Problem(fault);
  return join(folder, "people", `${name}.json`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
