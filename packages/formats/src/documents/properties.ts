import { listElements } from "../files/tags.ts";

/** Title and author as Word's core properties and OpenDocument's `meta.xml` give them; both use Dublin Core. */
export function coreProperties(xml: string): { title: string | undefined; author: string | undefined } {
  const found = listElements(xml, "title", "creator");
  const value = (tag: string) =>
    found
      .find(({ name }) => name === tag)
      ?.text.replace(/\s+/g, " ")
      .trim() || undefined;
  return { title: value("title"), author: value("creator") };
}
