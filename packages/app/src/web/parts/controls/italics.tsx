import { italicStretches } from "@plotline/text";
import type { ComponentChildren } from "preact";

/** A text of a book where no element can be, without the underscores around its _italics_. */
export function withoutItalics(text: string): string {
  return italicStretches(text)
    .map(({ start, end }) => text.slice(start, end))
    .join("");
}

/** A text of a book, with its _italics_ as elements. */
export function withItalics(text: string): ComponentChildren {
  return italicStretches(text).map(({ start, end, isItalic }) => {
    const part = text.slice(start, end);
    return isItalic ? <em key={start}>{part}</em> : part;
  });
}
