import tags from "./data/tags.json" with { type: "json" };

const [block, wide, emphasis] = [new Set(tags.block), new Set(tags.wide), new Set(tags.emphasis)];
const empty = new Set(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "wbr"]);
const stanzaClasses = new RegExp(tags.stanzaClasses, "i");

/** Block elements end the paragraph before them; headings do as well. */
export function isBlock(tag: string): boolean {
  return block.has(tag);
}

export function opensBlock(tag: string): boolean {
  return block.has(tag) || headingLevel(tag) > 0;
}

/** A block with space above it, as a rule or a section has. */
export function isWide(tag: string, className: string): boolean {
  return wide.has(tag) || (className !== "" && /\bchapter\b/i.test(className));
}

export function isEmphasis(tag: string): boolean {
  return emphasis.has(tag);
}

/** Has no content and no end tag. */
export function isEmpty(tag: string): boolean {
  return empty.has(tag);
}

export function isStanza(className: string): boolean {
  return className !== "" && stanzaClasses.test(className);
}

/** Elements whose content a browser does not read as markup. */
export function isRawText(tag: string): boolean {
  return tag === "script" || tag === "style" || tag === "textarea";
}

/** 1 to 6 for `h1` to `h6`, else 0. */
export function headingLevel(tag: string): number {
  return tag.length === 2 && tag[0] === "h" && tag >= "h1" && tag <= "h6" ? Number(tag[1]) : 0;
}
