import { strToU8, zipSync } from "fflate";
import { escapedXml } from "../markup.ts";
import { type ExportedQuestion, type ExportedQuiz, letterOf, prompt, sourceOf } from "./exported.ts";

const qti = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const schema = `xsi:schemaLocation="${qti} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"`;

/** A content package of QTI 2.1: an item for each question, a test that holds them all, and a manifest. */
export function qtiPackage(quiz: ExportedQuiz): Uint8Array {
  const items = quiz.questions.map((question, k) => [`items/q${k + 1}.xml`, item(question, k)] as const);
  const files = { "imsmanifest.xml": manifest(quiz), "test.xml": test(quiz), ...Object.fromEntries(items) };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(packed), { mtime: "1980-01-01T00:00:00Z" });
}

function item(question: ExportedQuestion, k: number): string {
  const choices = question.options.map(
    (option, o) => `<simpleChoice identifier="${letterOf(o).toUpperCase()}">${escapedXml(option)}</simpleChoice>`,
  );
  return `${declaration}
<assessmentItem xmlns="${qti}" ${instance} ${schema} identifier="q${k + 1}" title="${escapedXml(sourceOf(question))}" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>${letterOf(question.answer).toUpperCase()}</value></correctResponse></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
<itemBody>
<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">
<prompt>${escapedXml(prompt(question))}</prompt>
${choices.join("\n")}
</choiceInteraction>
</itemBody>
<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>
</assessmentItem>
`;
}

function test({ title, questions }: ExportedQuiz): string {
  const references = questions.map((_, k) => `<assessmentItemRef identifier="r${k + 1}" href="items/q${k + 1}.xml"/>`);
  return `${declaration}
<assessmentTest xmlns="${qti}" ${instance} ${schema} identifier="quiz" title="${escapedXml(title)}">
<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
<assessmentSection identifier="section" title="${escapedXml(title)}" visible="true">
${references.join("\n")}
</assessmentSection>
</testPart>
</assessmentTest>
`;
}

function manifest({ questions }: ExportedQuiz): string {
  const items = questions.map(
    (_, k) =>
      `<resource identifier="i${k + 1}" type="imsqti_item_xmlv2p1" href="items/q${k + 1}.xml"><file href="items/q${k + 1}.xml"/></resource>`,
  );
  const needs = questions.map((_, k) => `<dependency identifierref="i${k + 1}"/>`).join("");
  return `${declaration}
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="manifest">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
<resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>${needs}</resource>
${items.join("\n")}
</resources>
</manifest>
`;
}
