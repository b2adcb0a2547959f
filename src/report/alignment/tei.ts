import type { ParagraphMark } from "../../corpus/marks/marks.ts";
import { escapedXml, prose } from "../markup.ts";
import { type AlignedChapter, type AlignedWork, passagesOf } from "./aligned-work.ts";

/** TEI P5: the book with an identifier for every paragraph, and the guide as notes that point at them. */
export function teiDocument(work: AlignedWork): string {
  const rights = work.rights.map((sentence) => `<p>${escapedXml(sentence)}</p>`).join("") || "<p>unknown</p>";
  const ids = new TeiIds(work);
  return `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
<teiHeader>
<fileDesc>
<titleStmt><title>${escapedXml(work.title)}, with a study guide</title></titleStmt>
<publicationStmt><authority>plotline</authority><availability>${rights}</availability></publicationStmt>
<sourceDesc><p>${escapedXml(work.title)}. Links: ${escapedXml(work.alignment)}.</p></sourceDesc>
</fileDesc>
<encodingDesc><appInfo><application ident="plotline" version="1"><label>plotline</label></application></appInfo></encodingDesc>
</teiHeader>
<text>
<body>
${work.chapters.map((chapter) => chapterDiv(chapter, ids)).join("\n")}
</body>
<back>
<div type="guide">
${work.chapters
  .filter(({ summary }) => summary.length > 0)
  .map((chapter) => guideDiv(chapter, ids))
  .join("\n")}
</div>
</back>
</text>
</TEI>
`;
}

function chapterDiv(chapter: AlignedChapter, ids: TeiIds): string {
  const paragraphs = chapter.story.map((text, k) =>
    paragraph(text, ids.paragraph(chapter, k), chapter.marks?.paragraphs[k]),
  );
  const type = escapedXml(chapter.marks?.division.type ?? "chapter");
  return `<div type="${type}" n="${chapter.number + 1}" xml:id="${ids.chapter(chapter)}">\n<head>${escapedXml(chapter.name)}</head>\n${paragraphs.join("\n")}\n</div>`;
}

/** The element that the edition used for it. */
function paragraph(text: string, id: string, { element, speaker }: ParagraphMark = {}): string {
  if (element === "stage") return `<stage xml:id="${id}">${inline(text)}</stage>`;
  if (element === "lg") return `<lg xml:id="${id}"><l>${inline(text)}</l></lg>`;
  if (element !== "sp") return `<p xml:id="${id}">${inline(text)}</p>`;
  const opening = `${speaker}.`;
  if (speaker === undefined || !text.startsWith(opening)) return `<sp xml:id="${id}"><p>${inline(text)}</p></sp>`;
  const said = text.slice(opening.length).trim();
  return `<sp xml:id="${id}"><speaker>${escapedXml(opening)}</speaker><p>${inline(said)}</p></sp>`;
}

function guideDiv(chapter: AlignedChapter, ids: TeiIds): string {
  const notes = chapter.summary.map((text, k) => {
    const passages = passagesOf(chapter, k);
    const targets = passages.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, step) => `#${ids.paragraph(chapter, from + step)}`),
    );
    const sure = Math.max(0, ...passages.map(({ confidence }) => confidence));
    const points = targets.length === 0 ? "" : ` target="${targets.join(" ")}" cert="${certainty(sure)}"`;
    return `<note type="point" xml:id="${ids.point(chapter, k)}"${points}>${inline(text)}</note>`;
  });
  return `<div type="chapter" corresp="#${ids.chapter(chapter)}">\n<head>${escapedXml(chapter.name)}</head>\n<p>${notes.join("\n")}</p>\n</div>`;
}

function inline(text: string): string {
  return prose(text, { element: "emph", escaping: escapedXml });
}

/** TEI's words for it. */
function certainty(confidence: number): "high" | "medium" | "low" {
  return confidence >= 0.75 ? "high" : confidence >= 0.5 ? "medium" : "low";
}

type Place = Pick<AlignedChapter, "number" | "marks">;

/** The `xml:id`s of a document: those of the edition that the text came from, and others that differ from all of them. */
class TeiIds {
  private readonly taken: ReadonlySet<string>;

  constructor({ chapters }: Pick<AlignedWork, "chapters">) {
    this.taken = new Set(
      chapters.flatMap(({ marks }) =>
        marks === undefined ? [] : [marks.division, ...marks.paragraphs].flatMap(({ id }) => id ?? []),
      ),
    );
  }

  chapter({ number, marks }: Place): string {
    return marks?.division.id ?? this.free(`c${number + 1}`);
  }

  /** `c3p12`: the chapter and the paragraph counted from 1. */
  paragraph({ number, marks }: Place, paragraph: number): string {
    return marks?.paragraphs[paragraph]?.id ?? this.free(`c${number + 1}p${paragraph + 1}`);
  }

  point({ number }: Place, point: number): string {
    return this.free(`c${number + 1}s${point + 1}`);
  }

  private free(id: string): string {
    return this.taken.has(id) ? this.free(`${id}_`) : id;
  }
}
