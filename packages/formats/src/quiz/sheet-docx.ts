import { strToU8, zipSync } from "fflate";
import { escapedXml } from "../markup.ts";
import { type ExportedQuestion, type ExportedQuiz, letterOf, prompt, rightOption, sourceOf } from "./exported.ts";

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The same sheet as a Word document, to be changed before it is printed. */
export function sheetDocx({ title, questions }: ExportedQuiz): Uint8Array {
  const body = [
    paragraph(title, "Title"),
    paragraph("Name: ______________________________    Date: ______________"),
    ...questions.flatMap(question),
    pageBreak,
    paragraph("Answers", "Heading1"),
    ...questions.flatMap(answer),
  ];
  const files = {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]),
    "word/document.xml": `${declaration}<w:document ${word}><w:body>${body.join("")}<w:sectPr><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    "word/styles.xml": styles,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function question(each: ExportedQuestion, k: number): string[] {
  return [
    paragraph(`${k + 1}. ${prompt(each)}`, "Question"),
    ...each.options.map((option, o) => paragraph(`${letterOf(o)}) ${option}`, "Option")),
    paragraph(sourceOf(each), "Source"),
  ];
}

function answer(each: ExportedQuestion, k: number): string[] {
  const right = `${k + 1}. ${letterOf(each.answer)}) ${rightOption(each)}`;
  return [paragraph(right, "Question"), ...each.passage.map((text) => paragraph(text, "Source"))];
}

function paragraph(text: string, style?: string): string {
  const look = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  const runs = text
    .split("\n")
    .map((line) => `<w:t xml:space="preserve">${escapedXml(line)}</w:t>`)
    .join("<w:br/>");
  return `<w:p>${look}<w:r>${runs}</w:r></w:p>`;
}

const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const style = (id: string, name: string, paragraphs: string, letters: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${paragraphs}</w:pPr><w:rPr>${letters}</w:rPr></w:style>`;

const styles = `${declaration}<w:styles ${word}>${style("Normal", "Normal", '<w:spacing w:after="120"/>', '<w:sz w:val="24"/>')}${style("Title", "Title", '<w:spacing w:after="240"/>', '<w:b/><w:sz w:val="36"/>')}${style("Heading1", "heading 1", '<w:spacing w:after="200"/><w:outlineLvl w:val="0"/>', '<w:b/><w:sz w:val="30"/>')}${style("Question", "Question", '<w:keepNext/><w:spacing w:before="240" w:after="60"/>', '<w:sz w:val="24"/>')}${style("Option", "Option", '<w:keepNext/><w:spacing w:after="20"/><w:ind w:left="567"/>', '<w:sz w:val="24"/>')}${style("Source", "Source", '<w:spacing w:after="120"/><w:ind w:left="567"/>', '<w:color w:val="555555"/><w:sz w:val="20"/>')}</w:styles>`;

const type = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const contentTypes = `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`;

function relations(targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([kind, target], k) => `<Relationship Id="r${k + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${each.join("")}</Relationships>`;
}
