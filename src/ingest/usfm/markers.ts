import data from "./data/markers.json" with { type: "json" };

/** What a marker does to the text after it. */
export type Role =
  /** A paragraph of scripture: what follows belongs to the open verse. */
  | { readonly kind: "text" }
  /** The description of a chapter, `\cd`. */
  | { readonly kind: "heading" }
  /** The heading of a section, `\s` or `\s1`. */
  | { readonly kind: "section" }
  /** A name of the book: its text is the title, and in no chapter. */
  | { readonly kind: "name" }
  /** A paragraph that is not scripture. */
  | { readonly kind: "leftOut"; readonly what: string }
  /** A note inside a line, up to its end marker. */
  | { readonly kind: "note"; readonly what: string }
  /** A style of some words, or a marker that is not known: it changes nothing. */
  | { readonly kind: "style" };

const style: Role = { kind: "style" };
const deeperSection: Role = { kind: "leftOut", what: "headings and references above the text" };
const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...each(data.text, { kind: "text" }),
  ...each(data.heading, { kind: "heading" }),
  ...each(data.section, { kind: "section" }),
  ...each(data.names, { kind: "name" }),
  ...Object.entries(data.leftOut).flatMap(([what, names]) => each(names, { kind: "leftOut", what })),
  ...Object.entries(data.notes).flatMap(([what, names]) => each(names, { kind: "note", what })),
]);

/** What a marker means: `q2` is `q` on the second level; sections below the first level are not points. */
export function roleOf(marker: string): Role {
  const [, name = "", level = ""] = /^(.*?)(\d*)$/.exec(marker) ?? [];
  if (name === "s" && Number(level) > 1) return deeperSection;
  return roles.get(name) ?? style;
}

function each(names: readonly string[], role: Role): [string, Role][] {
  return names.map((name) => [name, role]);
}
