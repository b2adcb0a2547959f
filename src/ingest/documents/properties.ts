import { walkXml } from "../files/tags.ts";

/** Title and author as Word's core properties and OpenDocument's `meta.xml` give them; both use Dublin Core. */
export function coreProperties(xml: string): { title: string | undefined; author: string | undefined } {
  const found: Record<string, string> = {};
  let open = "";
  walkXml(xml, {
    opened: (name) => void (open = name),
    said: (text) => void (found[open] = (found[open] ?? "") + text),
    closed: () => void (open = ""),
  });
  const value = (name: string) => found[name]?.replace(/\s+/g, " ").trim() || undefined;
  return { title: value("dc:title"), author: value("dc:creator") };
}
