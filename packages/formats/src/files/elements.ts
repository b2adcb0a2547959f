export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const blocks = wordsOf(
  "address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form header hgroup hr html li main nav ol p pre section table tbody thead tr ul",
);
const empty = wordsOf("area base br col embed hr img input link meta source track wbr");
const cells = wordsOf("caption td th");

/** Block elements end the paragraph before them. */
export function isBlock(tag: string): boolean {
  return blocks.has(tag);
}

/** Headings end it as well. */
export function opensBlock(tag: string): boolean {
  return blocks.has(tag) || headingLevel(tag) > 0;
}

/** Parts of a table with a text of their own, which books run together and guides keep apart. */
export function isCell(tag: string): boolean {
  return cells.has(tag);
}

/** Has no content and no end tag. */
export function isEmpty(tag: string): boolean {
  return empty.has(tag);
}

/** 1 to 6 for `h1` to `h6`, else 0. */
export function headingLevel(tag: string): number {
  return tag.length === 2 && tag[0] === "h" && tag >= "h1" && tag <= "h6" ? Number(tag[1]) : 0;
}
