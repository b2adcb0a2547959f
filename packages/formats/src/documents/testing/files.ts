import { strToU8, zipSync } from "fflate";

type Paragraph = { readonly text: string; readonly style?: string; readonly more?: string };

const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A .docx with what Word writes around a body: styles, lists, properties. */
export function docx(paragraphs: readonly Paragraph[]): Uint8Array {
  const body = paragraphs.map(
    ({ text, style, more = "" }) =>
      `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${more}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`,
  );
  const styles = `<w:styles ${wordNames}>
    <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="heading 2"/></w:style>
    <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My heading"/><w:basedOn w:val="Heading1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Counted"><w:name w:val="Counted"/><w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
  </w:styles>`;
  const level = (format: string, text: string) =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering ${wordNames}>
    <w:abstractNum w:abstractNumId="0">${level("bullet", "•")}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level("upperRoman", "Chapter %1.")}</w:abstractNum>
    <w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>
  </w:numbering>`;
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml";
  const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zipped({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="n" Type="${relation}/numbering" Target="numbering.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${wordNames}><w:body>${body.join("")}</w:body></w:document>`,
    "word/styles.xml": styles,
    "word/numbering.xml": numbering,
    "docProps/core.xml":
      "<cp:coreProperties><dc:title>A Guide</dc:title><dc:creator>A. Teacher</dc:creator></cp:coreProperties>",
  });
}

/** A table, to be put in place of a paragraph's text. */
export function docxTable(...rows: readonly (readonly string[])[]): Paragraph {
  const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const table = rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
  return { text: `</w:t></w:r></w:p><w:tbl>${table}</w:tbl><w:p><w:r><w:t>` };
}

export function odt(body: string): Uint8Array {
  return zipped({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "meta.xml": "<office:document-meta><dc:title>A Guide</dc:title></office:document-meta>",
  });
}

export function zipped(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

export interface PdfTextLine {
  readonly text: string;
  readonly y: number;
  readonly x?: number;
  readonly size?: number;
  readonly bold?: boolean;
}

/** A PDF of pages with lines of Helvetica. */
export function pdf(pages: readonly (readonly PdfTextLine[])[]): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  const kids = pages.map((_, k) => `${5 + 2 * k} 0 R`).join(" ");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const font of ["Helvetica", "Helvetica-Bold"])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`);
  for (const [k, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + 2 * k} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    );
    const drawn = lines
      .map(
        ({ text, x = 72, y, size = 11, bold = false }) =>
          `BT /${bold ? "F2" : "F1"} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&").replaceAll("•", "\\225")}) Tj ET`,
      )
      .join("\n");
    add(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
  }
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, k) => {
    const at = file.length;
    file += `${k + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
