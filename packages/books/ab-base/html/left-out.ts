import { type Attributes, headingLevel, isBlock, opensBlock } from "@plotline/formats";
import tags from "./data/tags.json" with { type: "json" };

/** What is left out of a page, in the words that its tally uses. */
export type Kind = keyof typeof tags.skippedClasses;

export const noticesOfGutenberg: Kind = "notices of Project Gutenberg";

/** An element whose end is awaited: its tag, and how many of that tag are open inside. */
export interface Awaited {
  readonly tag: string;
  depth: number;
}

/** An element that is left out: what it is, undefined where it holds no text of the book; and where it begins. */
export interface Skipped extends Awaited {
  readonly what: Kind | undefined;
  readonly start: number;
  text: string;
}

const skip = new Set(tags.skip);
const skippedClasses = new RegExp(`\\b(?:${Object.values(tags.skippedClasses).join("|")})\\b`, "i");
const kindsOfClasses = Object.entries(tags.skippedClasses).map(
  ([what, names]) => [what as Kind, new RegExp(`\\b(?:${names})\\b`, "i")] as const,
);
const kindsOfTypes = Object.entries(tags.skippedTypes).map(
  ([what, names]) => [what as Kind, new RegExp(`(?:^|[\\s:]|doc-)(?:${names})(?=\\s|$)`)] as const,
);
const skippedIds = new RegExp(tags.skippedIds, "i");
/** What a line has inside of it: no block begins in one of these. */
const insideLines = new Set<Kind>(["page numbers", "marks of footnotes", "line numbers"]);

/** Scripts, buttons, captions: left out whatever their attributes say. Undefined where the tag holds no text of the book. */
export function skippedByTag(tag: string): Kind | "" | undefined {
  if (!skip.has(tag)) return "";
  return tag === "figcaption" ? "captions" : undefined;
}

/** What the type (of EPUB, or its role), class or id of an element says that it is, where that is left out; otherwise "". */
export function skippedByAttributes({ name: tag, type, className, id }: OpenTag): Kind | "" | undefined {
  if (type !== "") {
    if (/\bbacklink\b/.test(type)) return undefined;
    const typed = kindsOfTypes.find(([, names]) => names.test(type))?.[0];
    if (typed !== undefined) return typed;
  }
  if (className !== "" && skippedClasses.test(className)) {
    const [what] = kindsOfClasses.find(([, names]) => names.test(className))!;
    // A heading whose class is "pagebreak" begins a page.
    return headingLevel(tag) > 0 && insideLines.has(what) ? "" : what;
  }
  return id !== "" && skippedIds.test(id) ? noticesOfGutenberg : "";
}

/** A start tag: where it begins, and the attributes that matter here. */
export interface OpenTag {
  readonly name: string;
  readonly start: number;
  readonly className: string;
  readonly id: string;
  readonly href: string;
  /** Of a picture: what it says. */
  readonly alt: string;
  /** What the element is, as EPUB names it (`chapter`, `frontmatter`, `z3998:subchapter`), and its role (`doc-footnote`). */
  readonly type: string;
  readonly isHidden: boolean;
}

export function openTag(name: string, start: number, attributes: Attributes): OpenTag {
  const { class: className = "", alt = "", "epub:type": kind = "", role = "" } = attributes;
  const type = kind === "" || role === "" ? kind + role : `${kind} ${role}`;
  const isHidden = attributes["hidden"] !== undefined || attributes["aria-hidden"] === "true";
  const isLink = name === "a";
  const id = attributes["id"] || (isLink && attributes["name"]) || "";
  return { name, start, className, id, href: isLink ? (attributes["href"] ?? "") : "", alt, type, isHidden };
}

/** A paragraph ends where the next block begins, closed or not; so does what belongs inside a line. */
export function endsSkipped({ tag: open, what }: Skipped, tag: string): boolean {
  return opensBlock(tag) && (open === "p" || (what !== undefined && insideLines.has(what) && !isBlock(open)));
}

/** True when this closing tag is the end of the awaited element. */
export function leaves(awaited: Awaited, tag: string): boolean {
  return tag === awaited.tag && --awaited.depth === 0;
}
