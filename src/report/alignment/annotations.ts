import { type AlignedChapter, type AlignedWork, passagesOf, stableUuid } from "./aligned-work.ts";

/** How many words of the book are quoted at each end of a passage. */
const quoted = 6;
/** How many words before or after a passage are quoted. */
const around = 3;

/**
 * The guide as W3C Web Annotations over the reader's own copy of the book: each passage is found again by the words
 * that it begins and ends with (text-quote selectors). The file contains no more of the book than these.
 */
export function webAnnotations(work: AlignedWork): string {
  const items = work.chapters.flatMap((chapter) =>
    chapter.summary.flatMap((_, k) => annotation(work, chapter, k) ?? []),
  );
  const set = {
    "@context": "http://www.w3.org/ns/anno.jsonld",
    id: `urn:uuid:${stableUuid(`annotations ${work.title}`)}`,
    type: "AnnotationCollection",
    label: `Study guide to ${work.title}`,
    generator: { type: "Software", name: "plotline" },
    rights: work.rights.join("; "),
    total: items.length,
    first: {
      id: `urn:uuid:${stableUuid(`page ${work.title}`)}`,
      type: "AnnotationPage",
      startIndex: 0,
      items,
    },
  };
  return `${JSON.stringify(set, undefined, 1)}\n`;
}

function annotation(work: AlignedWork, chapter: AlignedChapter, point: number) {
  const passages = passagesOf(chapter, point);
  if (passages.length === 0) return undefined;
  const source = `urn:x-book:${encodeURIComponent(work.title)}`;
  return {
    id: `urn:uuid:${stableUuid([work.title, chapter.number, point].join("\n"))}`,
    type: "Annotation",
    motivation: "describing",
    body: { type: "TextualBody", format: "text/plain", purpose: "describing", value: chapter.summary[point] },
    target: passages.flatMap(({ from, to, confidence }) =>
      selectorsOf(chapter, point, { from, to }).map((selector) => ({
        type: "SpecificResource",
        source,
        /** Where in the book, for people and for tools that search chapter by chapter. */
        "dcterms:isPartOf": chapter.name,
        "plotline:confidence": Math.round(confidence * 1000) / 1000,
        selector,
      })),
    ),
  };
}

/** The sentences that carry the links of a passage, where the alignment has them; else the passage from end to end. */
function selectorsOf({ links, story }: AlignedChapter, point: number, { from, to }: { from: number; to: number }) {
  const own = links.filter((link) => link.summary === point && link.story >= from && link.story <= to);
  const sentences = own.flatMap((link) =>
    (link.sentences ?? []).map(({ start, end }) => quoteOf(story[link.story] ?? "", start, end)),
  );
  if (sentences.length > 0) return sentences;
  return [{ type: "RangeSelector", startSelector: startOf(story, from), endSelector: endOf(story, to) }];
}

function quoteOf(paragraph: string, start: number, end: number) {
  const before = wordsBefore(paragraph.slice(0, start));
  const after = wordsAfter(paragraph.slice(end));
  return {
    type: "TextQuoteSelector",
    exact: paragraph.slice(start, end),
    prefix: before || undefined,
    suffix: after || undefined,
  };
}

/** As they are written, with the white space between them and the sentence. */
function wordsBefore(text: string): string {
  return new RegExp(String.raw`(?:\S+\s*){0,${around}}$`).exec(text)?.[0] ?? "";
}

function wordsAfter(text: string): string {
  return new RegExp(String.raw`^(?:\s*\S+){0,${around}}`).exec(text)?.[0] ?? "";
}

function startOf(story: readonly string[], paragraph: number) {
  const before = wordsOf(story[paragraph - 1])
    .slice(-around)
    .join(" ");
  const exact = leading(story[paragraph] ?? "");
  return { type: "TextQuoteSelector", exact, prefix: before === "" ? undefined : `${before} ` };
}

function endOf(story: readonly string[], paragraph: number) {
  const after = wordsOf(story[paragraph + 1])
    .slice(0, around)
    .join(" ");
  const exact = trailing(story[paragraph] ?? "");
  return { type: "TextQuoteSelector", exact, suffix: after === "" ? undefined : ` ${after}` };
}

/** The first words as they are written, so that they can be found. */
function leading(text: string): string {
  return new RegExp(String.raw`^(?:\S+\s+){0,${quoted - 1}}\S+`).exec(text.trim())?.[0] ?? "";
}

function trailing(text: string): string {
  return text
    .trim()
    .split(/(?<=\s)(?=\S)/)
    .slice(-quoted)
    .join("");
}

function wordsOf(text: string | undefined): string[] {
  return text?.trim().split(/\s+/) ?? [];
}
