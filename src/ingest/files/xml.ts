/** An element of an XML file as far as it matters here: nothing of its kind stands inside it. */
export interface XmlElement {
  /** What its start tag says. */
  readonly attributes: string;
  readonly content: string;
  /** The place after its end tag. */
  readonly end: number;
}

/** What the start tags of this name say, whatever their prefix. One look at each character, however broken the file is. */
export function* startTags(xml: string, name: string): Generator<string> {
  for (const [, attributes = ""] of xml.matchAll(startTag(name))) yield attributes;
}

/** The elements of this name, each up to the first end tag; what is never closed is none. */
export function* elements(xml: string, name: string): Generator<XmlElement> {
  const [start, end] = [startTag(name), new RegExp(String.raw`</${prefix}${name}\s*>`, "gi")];
  for (let opening = start.exec(xml); opening !== null; opening = start.exec(xml)) {
    end.lastIndex = start.lastIndex;
    const closing = end.exec(xml);
    if (closing === null) return;
    yield {
      attributes: opening[1] ?? "",
      content: xml.slice(start.lastIndex, closing.index),
      end: end.lastIndex,
    };
    start.lastIndex = end.lastIndex;
  }
}

export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(attributes);
  return found === null ? undefined : (found[1] ?? found[2]);
}

const prefix = String.raw`(?:\w{1,40}:)?`;

/** A tag ends before the next one begins, so that no search runs on to the end of the file. */
function startTag(name: string): RegExp {
  return new RegExp(String.raw`<${prefix}${name}\b([^<>]*)>`, "gi");
}
