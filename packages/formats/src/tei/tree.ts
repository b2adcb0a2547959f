import { Problem } from "@plotline/base";
import { type Attributes, walkXml } from "../files/tags.ts";

/** An element of a TEI file; its name without the prefix of a namespace. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (Element | string)[];
}

/** The whole file, below a root without a name. `isCut`: it ends inside of its elements. */
export interface Tree extends Element {
  readonly isCut: boolean;
}

/** No edition nests its elements deeper. */
const deepest = 200;

export function treeOf(xml: string, file: string): Tree {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  const { unclosed } = walkXml(xml, {
    opened: (name, attributes) => {
      if (open.length > deepest)
        throw new Problem(`${file} nests its elements over ${deepest} deep, which no edition does.`);
      const element: Element = { name: name.replace(/^.*:/, ""), attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    closed: () => void open.pop(),
    said: (text) => void open.at(-1)?.children.push(text),
  });
  return { ...root, isCut: unclosed > 0 };
}

export function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

export function childNamed(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  return element === undefined ? undefined : elementsOf(element).find(({ name }) => names.includes(name));
}

/** The first element of this name, wherever it is. */
export function firstNamed(element: Element, name: string): Element | undefined {
  for (const child of elementsOf(element)) {
    const found = child.name === name ? child : firstNamed(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
