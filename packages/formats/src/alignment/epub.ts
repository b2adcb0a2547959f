import { strToU8, type Zippable, zipSync } from "fflate";
import { escapedXml, prose } from "../markup.ts";
import { type AlignedChapter, type AlignedWork, passagesOf, stableUuid } from "./aligned-work.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const names = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en"';

/** An EPUB 3 of the book in which a number at each passage opens the guide's point as a pop-up note. */
export function epubWithNotes(work: AlignedWork): Uint8Array {
  const pages = work.chapters.map((chapter) => [`OEBPS/${fileOf(chapter)}`, chapterPage(chapter)] as const);
  const files = {
    "META-INF/container.xml": container,
    "OEBPS/package.opf": packageFile(work),
    "OEBPS/nav.xhtml": contents(work),
    "OEBPS/style.css": style,
    ...Object.fromEntries(pages),
  };
  // The first file says what the archive is, and must not be packed.
  const zipped: Zippable = { mimetype: [strToU8("application/epub+zip"), { level: 0 }] };
  for (const [name, text] of Object.entries(files)) zipped[name] = strToU8(text);
  return zipSync(zipped, { mtime: "1980-01-01T00:00:00Z" });
}

function chapterPage(chapter: AlignedChapter): string {
  const first = new Map<number, number[]>();
  chapter.summary.forEach((_, point) => {
    const [passage] = passagesOf(chapter, point);
    if (passage !== undefined) first.set(passage.from, [...(first.get(passage.from) ?? []), point]);
  });
  const paragraphs = chapter.story.map((text, k) => {
    const marks = (first.get(k) ?? []).map(
      (point) =>
        `<a epub:type="noteref" role="doc-noteref" href="#note${point + 1}" id="mark${point + 1}">${point + 1}</a>`,
    );
    return `<p id="p${k + 1}">${marks.length === 0 ? "" : `<sup>${marks.join(" ")}</sup> `}${lines(text)}</p>`;
  });
  const linked = new Set([...first.values()].flat());
  const notes = chapter.summary.flatMap((text, point) =>
    linked.has(point)
      ? `<aside epub:type="footnote" role="doc-footnote" id="note${point + 1}"><p>${lines(text)} <a href="#mark${point + 1}" role="doc-backlink">↩</a></p></aside>`
      : [],
  );
  return page(
    chapter.name,
    `<section epub:type="chapter" role="doc-chapter">\n<h1>${escapedXml(chapter.name)}</h1>\n${paragraphs.join("\n")}\n${notes.join("\n")}\n</section>`,
  );
}

function contents({ title, chapters }: AlignedWork): string {
  const items = chapters.map((chapter) => `<li><a href="${fileOf(chapter)}">${escapedXml(chapter.name)}</a></li>`);
  return page(
    title,
    `<nav epub:type="toc" role="doc-toc" id="toc"><h1>Contents</h1><ol>\n${items.join("\n")}\n</ol></nav>`,
  );
}

function page(title: string, body: string): string {
  return `${declaration}
<html ${names}>
<head><title>${escapedXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}

function packageFile({ title, chapters, rights }: AlignedWork): string {
  const items = chapters.map(
    (chapter) => `<item id="${idOf(chapter)}" href="${fileOf(chapter)}" media-type="application/xhtml+xml"/>`,
  );
  return `${declaration}
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${stableUuid(`epub ${title}`)}</dc:identifier>
<dc:title>${escapedXml(title)}, with a study guide</dc:title>
<dc:language>en</dc:language>
${rights.map((sentence) => `<dc:rights>${escapedXml(sentence)}</dc:rights>`).join("\n")}
<meta property="dcterms:modified">1980-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join("\n")}
</manifest>
<spine>
${chapters.map((chapter) => `<itemref idref="${idOf(chapter)}"/>`).join("\n")}
</spine>
</package>
`;
}

function idOf({ number }: AlignedChapter): string {
  return `chapter${number + 1}`;
}

function fileOf(chapter: AlignedChapter): string {
  return `${idOf(chapter)}.xhtml`;
}

function lines(text: string): string {
  return prose(text, escapedXml).replaceAll("\n", "<br/>");
}

const container = `${declaration}
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;

const style = `p { margin: 0; text-indent: 1.2em; } h1 + p { text-indent: 0; } sup a { text-decoration: none; } aside { margin: 1em 0; font-size: .9em; } aside p { text-indent: 0; }
`;
