import { useState } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { Form, TextArea } from "../controls/fields.tsx";
import { withItalics } from "../controls/italics.tsx";
import { Table } from "../controls/table.tsx";
import type { BookPreview } from "./preview.ts";

interface ChaptersProps {
  readonly preview: BookPreview;
  onHeadings(headings: string | undefined): void;
}

/** The chapters that were found, by what evidence, and a way to say them. */
export function Chapters({ preview, onHeadings }: ChaptersProps) {
  return (
    <section aria-label="Chapters">
      <h2>Chapters</h2>
      <Table
        label="Table of the chapters"
        header={["Chapter", "Heading", "Line", "Paragraphs", "Words"]}
        rows={preview.chapters.map(({ address, heading, opening, line, paragraphs, words, evidence }) => [
          address,
          <div dir="auto" title={evidence.join("\n")}>
            {heading || <em>no heading</em>} <span class="quiet">{withItalics(opening)} …</span>
            <span class="evidence">{evidence.join("; ")}</span>
          </div>,
          ...[line, paragraphs, words.toLocaleString("en")],
        ])}
      />
      <Headings preview={preview} onHeadings={onHeadings} />
    </section>
  );
}

/** The chapters as the headings that begin them, to be corrected by hand. */
function Headings({ preview, onHeadings }: ChaptersProps) {
  const found = preview.chapters.map(({ heading }) => heading).join("\n");
  const [text, setText] = useState<string>();
  return (
    <details class="remarks folds">
      <summary>Correct the chapters</summary>
      <Form onSend={() => onHeadings(text === undefined || text.trim() === "" ? undefined : text)}>
        <TextArea
          label="The headings as the book has them, one per line; nothing else begins a chapter."
          rows={Math.min(14, preview.chapters.length + 2)}
          value={text ?? found}
          onText={setText}
        />
        <Button label="Use these headings" type="submit" />{" "}
        <Button
          label="Undo my changes"
          onClick={() => {
            setText(undefined);
            onHeadings(undefined);
          }}
        />
      </Form>
    </details>
  );
}
