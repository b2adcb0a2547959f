import { join } from "node:path";
import { Problem } from "../problem.ts";
import { writeAtomically } from "../write.ts";
import { entriesOf } from "./listing.ts";
import { nobody, type Person } from "./person.ts";
import { nameFault } from "./person-name.ts";
import { personSchema } from "./person-schema.ts";
import { readJsonIfThere } from "./read-file.ts";
import { Turns } from "./turns.ts";

/** Everyone who has a file in `people/`. */
export async function peopleOf(folder: string): Promise<string[]> {
  return (await entriesOf(join(folder, "people")))
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => name.slice(0, -".json".length))
    .filter((name) => nameFault(name) === undefined);
}

export async function readPerson(folder: string, name: string): Promise<Person> {
  return (await readJsonIfThere(personPath(folder, name), personSchema)) ?? nobody;
}

/** Changes what is on disk now, and returns when the change is there; changes of one person wait for each other. */
export async function changePerson(folder: string, name: string, change: (person: Person) => Person): Promise<Person> {
  const path = personPath(folder, name);
  return turns.take(path, async () => {
    const current = await readPerson(folder, name);
    const next = change(current);
    if (next !== current) writeAtomically(path, `${JSON.stringify(next, undefined, 1)}\n`);
    return next;
  });
}

const turns = new Turns();

function personPath(folder: string, name: string): string {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Problem(fault);
  return join(folder, "people", `${name}.json`);
}
