import { Problem } from "../../problem.ts";
import { type Attributes, walkXml } from "../files/tags.ts";

/** An element of an NXT file, in the order of the file. */
export interface NxtElement {
  readonly name: string;
  /** Empty where the element has none. */
  readonly id: string;
  readonly attributes: Attributes;
  /** Its own text, without that of elements inside it. */
  readonly text: string;
  /** The name of the element around it. */
  readonly inside: string;
  /** Where its `nite:child` and `nite:pointer` elements point. */
  readonly references: readonly NxtReference[];
}

export interface NxtReference {
  /** `child`, or what the pointer is for: `extractive`, `abstractive`. */
  readonly role: string;
  readonly file: string;
  /** The first and the last element, which may be the same. */
  readonly from: string;
  readonly to: string;
}

export interface NxtFile {
  readonly elements: readonly NxtElement[];
  /** Places in `elements`, by id. */
  readonly places: ReadonlyMap<string, number>;
}

interface Open extends NxtElement {
  text: string;
  readonly references: NxtReference[];
}

/** Reads a file of the NITE XML Toolkit. `name` is the file's, for messages. */
export function readNxt(xml: string, name: string): NxtFile {
  const elements: Open[] = [];
  const around: Open[] = [];
  let isNxt = false;
  walkXml(xml, {
    opened(tag, attributes) {
      if (tag === "nite:root") isNxt = true;
      const id = attributes["nite:id"] ?? "";
      const made = { name: tag, id, attributes, text: "", inside: around.at(-1)?.name ?? "", references: [] };
      const reference = referenceOf(tag, attributes, name);
      if (reference !== undefined) around.at(-1)?.references.push(reference);
      else elements.push(made);
      around.push(made);
    },
    said(text) {
      const innermost = around.at(-1);
      if (innermost !== undefined) innermost.text += text;
    },
    closed() {
      around.pop();
    },
  });
  if (!isNxt) throw new Problem(`${name} is not a file of the NITE XML Toolkit: it has no nite:root.`);
  const places = new Map<string, number>();
  elements.forEach(({ id }, place) => {
    if (id !== "" && !places.has(id)) places.set(id, place);
  });
  return { elements, places };
}

/** The elements that a reference names, from the first to the last; undefined where one of the two is not there. */
export function elementsOf(
  { elements, places }: NxtFile,
  { from, to }: NxtReference,
): readonly NxtElement[] | undefined {
  const [first, last] = [places.get(from), places.get(to)];
  return first === undefined || last === undefined ? undefined : elements.slice(first, last + 1);
}

/** `words.xml#id(a)..id(b)`; a reference without a file names the file that it is in. */
function referenceOf(tag: string, attributes: Attributes, name: string): NxtReference | undefined {
  if (tag !== "nite:child" && tag !== "nite:pointer") return undefined;
  const href = attributes["href"] ?? "";
  const [, file = "", from = "", to = from] = /^([^#]*)#id\(([^()]+)\)(?:\.\.id\(([^()]+)\))?$/.exec(href.trim()) ?? [];
  if (from === "")
    throw new Problem(`${name}: "${href.slice(0, 100)}" is not a reference such as file.xml#id(a)..id(b).`);
  return { role: tag === "nite:child" ? "child" : (attributes["role"] ?? ""), file, from, to };
}
