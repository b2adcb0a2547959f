import { Problem } from "@plotline/base";
import { entriesOf } from "../listing.ts";
import { changeJsonFile, type JsonFile, readJsonFile } from "../store/json-file.ts";
import { nobody, type Person } from "./person.ts";
import { nameFault } from "./person-name.ts";
import { personSchema } from "./person-schema.ts";

/** The names under which something is saved in the corpus. */
export async function peopleOf(folder: string): Promise<string[]> {
  return (await entriesOf(folder, "people"))
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => name.slice(0, -".json".length))
    .filter((name) => nameFault(name) === undefined);
}

/** What is saved under a name. */
export async function readPerson(folder: string, name: string): Promise<Person> {
  return readJsonFile(folder, fileOf(name));
}

/** Changes what is saved under a name. */
export async function changePerson(folder: string, name: string, change: (person: Person) => Person): Promise<Person> {
  return changeJsonFile(folder, fileOf(name), change);
}

function fileOf(name: string): JsonFile<Person> {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Problem(fault);
  return { path: `people/${name}.json`, schema: personSchema, empty: nobody };
}
