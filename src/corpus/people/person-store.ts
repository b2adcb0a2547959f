import { join } from "node:path";
import { Problem } from "../../problem.ts";
import { asOnlyWriter } from "../files/only-writer.ts";
import { readJsonIfThere } from "../files/read-file.ts";
import { entriesOf } from "../listing.ts";
import { nobody, type Person } from "./person.ts";
import { nameFault } from "./person-name.ts";
import { personSchema } from "./person-schema.ts";

/** Everyone who has a file in `people/`. */
export async function peopleOf(folder: string): Promise<string[]> {
  return (await entriesOf(join(folder, "people")))
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => name.slice(0, -".json".length))
    .filter((name) => nameFault(name) === undefined);
}

export async function readPerson(folder: string, name: string): Promise<Person> {
  return (await readJsonIfThere(folder, personPath(name), personSchema)) ?? nobody;
}

/** Changes what is on disk now, and returns when the change is saved; until then nobody else can change the corpus. */
export async function changePerson(folder: string, name: string, change: (person: Person) => Person): Promise<Person> {
  const path = personPath(name);
  return asOnlyWriter(folder, path, async ({ write }) => {
    const current = await readPerson(folder, name);
    const next = change(current);
    if (next !== current) write(path, `${JSON.stringify(next, undefined, 1)}\n`);
    return next;
  });
}

/** From the corpus folder. */
function personPath(name: string): string {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Problem(fault);
  return join("people", `${name}.json`);
}
