import type { ComponentChildren } from "preact";

/** Plain-text books write italics as _italics_. */
export function withItalics(text: string): ComponentChildren {
  const parts = text.split(/_([^_\n]{1,300})_/);
  return parts.length === 1 ? text : parts.map((part, k) => (k % 2 === 1 ? <em>{part}</em> : part));
}
