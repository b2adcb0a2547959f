import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Form, TextArea } from "../controls/fields.tsx";
import { withItalics } from "../controls/italics.tsx";
import { Table } from "../controls/table.tsx";
import { Decide } from "./decide.tsx";
import { type BookChoices, Facts } from "./facts.tsx";
import { MatchTable, mapOf, type Targets } from "./match-table.tsx";
import { type BookPreview, Previewed } from "./preview.tsx";

/** What a person decided; everything else is found. */
interface Choices extends BookChoices {
  readonly headings?: string;
  readonly targets: Targets;
}

const nothingChosen: Choices = { targets: new Map() };

interface NewBookProps {
  readonly base: Base;
  readonly book: File;
  readonly guide: File | undefined;
  /** Both were dropped at once: where nothing is doubtful, nothing is asked. */
  readonly isDropped: boolean;
}

/** A book and perhaps its guide: looked at and corrected before they are written. */
export function NewBook({ base, book, guide, isDropped }: NewBookProps) {
  const [choices, setChoices] = useState(nothingChosen);
  const form = formOf(book, guide, choices);
  // Then it is written at once, and the tables, which take long to draw for a novel, would only flash.
  const isSure = ({ alarms, sections, misfit, titleIsTaken }: BookPreview) =>
    isDropped &&
    choices === nothingChosen &&
    !titleIsTaken &&
    misfit === null &&
    alarms.length === 0 &&
    sections.every(({ sure }) => sure);
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some });
  return (
    <Previewed
      ask={(ending) => answer(serverOf(base).import.look.$post({ form }, ending))}
      about={[book, guide, choices]}
      isFirst={choices === nothingChosen}
      obstacle={({ titleIsTaken, title }) =>
        titleIsTaken ? `The library already has a work called “${title}”.` : undefined
      }
    >
      {(preview, isLoading) => (
        <>
          {!isSure(preview) && (
            <>
              <Facts preview={preview} choices={choices} onChange={change} />
              <Chapters preview={preview} onHeadings={(headings) => change({ headings, targets: new Map() })} />
              {preview.sections.length > 0 && (
                <MatchTable preview={preview} targets={choices.targets} onTargets={(targets) => change({ targets })} />
              )}
            </>
          )}
          <Decide
            base={base}
            unsure={preview.sections.flatMap(({ sure, name }) => (sure ? [] : name))}
            misfit={preview.misfit}
            label="Add to the library"
            isSure={isSure(preview)}
            disabled={isLoading || preview.titleIsTaken}
            write={(accepted) => answer(serverOf(base).import.write.$post({ form: { ...form, ...accepted } }))}
          />
        </>
      )}
    </Previewed>
  );
}

function formOf(book: File, guide: File | undefined, { title, kind, headings, targets }: Choices) {
  const map = mapOf(targets);
  return {
    book,
    ...(guide && { guide }),
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { kind }),
    ...(headings !== undefined && { headings }),
    ...(map !== "" && { map }),
  };
}

interface ChaptersProps {
  readonly preview: BookPreview;
  onHeadings(headings: string | undefined): void;
}

/** The chapters that were found, by what evidence, and a way to say them. */
function Chapters({ preview, onHeadings }: ChaptersProps) {
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
