import tags from "./data/tags.json" with { type: "json" };

const [wide, emphasis] = [new Set(tags.wide), new Set(tags.emphasis)];
const stanzaClasses = new RegExp(tags.stanzaClasses, "i");

/** A block with space above it, as a rule or a section has. */
export function isWide(tag: string, className: string): boolean {
  return wide.has(tag) || (className !== "" && /\bchapter\b/i.test(className));
}

export function isEmphasis(tag: string): boolean {
  return emphasis.has(tag);
}

export function isStanza(className: string): boolean {
  return className !== "" && stanzaClasses.test(className);
}

/** Elements whose content a browser does not read as markup. */
export function isRawText(tag: string): boolean {
  return tag === "script" || tag === "style" || tag === "textarea";
}
