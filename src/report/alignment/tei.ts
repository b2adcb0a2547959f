import { escapedXml } from "../markup.ts";
import { type AlignedChapter, type AlignedWork, paragraphId, passagesOf, pointId } from "./aligned-work.ts";

/** TEI P5: the book with an identifier for every paragraph, and the guide as notes that point at them. */
export function teiDocument(work: AlignedWork): string {
  const rights = work.rights.map((sentence) => `<p>${escapedXml(sentence)}</p>`).join("") || "<p>unknown</p>";
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
${work.chapters.map(chapterDiv).join("\n")}
</body>
<back>
<div type="guide">
${work.chapters
  .filter(({ summary }) => summary.length > 0)
  .map(guideDiv)
  .join("\n")}
</div>
</back>
</text>
</TEI>
`;
}

function chapterDiv(chapter: AlignedChapter): string {
  const paragraphs = chapter.story.map((text, k) => `<p xml:id="${paragraphId(chapter, k)}">${escapedXml(text)}</p>`);
  return `<div type="chapter" n="${chapter.number + 1}" xml:id="c${chapter.number + 1}">\n<head>${escapedXml(chapter.name)}</head>\n${paragraphs.join("\n")}\n</div>`;
}

function guideDiv(chapter: AlignedChapter): string {
  const notes = chapter.summary.map((text, k) => {
    const passages = passagesOf(chapter, k);
    const targets = passages.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, step) => `#${paragraphId(chapter, from + step)}`),
    );
    const sure = Math.max(0, ...passages.map(({ confidence }) => confidence));
    const points = targets.length === 0 ? "" : ` target="${targets.join(" ")}" cert="${certainty(sure)}"`;
    return `<note type="point" xml:id="${pointId(chapter, k)}"${points}>${escapedXml(text)}</note>`;
  });
  return `<div type="chapter" corresp="#c${chapter.number + 1}">\n<head>${escapedXml(chapter.name)}</head>\n<p>${notes.join("\n")}</p>\n</div>`;
}

/** TEI's words for it. */
function certainty(confidence: number): "high" | "medium" | "low" {
  return confidence >= 0.75 ? "high" : confidence >= 0.5 ? "medium" : "low";
}
