import { mount, OpfsStore } from "@plotline/corpus";
import { Shelf } from "../server/library/shelf.ts";

/** The collection that books are added to. */
const own = "library";

/** Every collection of this browser: a folder each of its private file system. */
export async function shelvesHere(): Promise<Shelf[]> {
  const names = [own];
  const top = await navigator.storage.getDirectory();
  for await (const [name, { kind }] of top.entries()) if (kind === "directory" && name !== own) names.push(name);
  for (const name of names) mount(name, await OpfsStore.at(name));
  return names.map((name) => new Shelf(name, name === own ? "" : `/c/${name}`));
}
