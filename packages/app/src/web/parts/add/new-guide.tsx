import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { chapterNames } from "../book/book.tsx";
import { Check } from "../controls/fields.tsx";
import { listed } from "../controls/wording.ts";
import { Decide } from "./decide.tsx";
import { Remarks } from "./facts.tsx";
import { MatchTable, mapOf, type Targets } from "./match-table.tsx";
import { type GuidePreview, Previewed } from "./preview.tsx";

const nothingDecided: Targets = new Map();

/** A guide for a work that is there: which section covers which chapter, and what it would replace. */
export function NewGuide({ base, work, guide }: { base: Base; work: string; guide: File }) {
  const [targets, setTargets] = useState(nothingDecided);
  const [replace, setReplace] = useState(false);
  const map = mapOf(targets);
  const form = { folder: work, guide, ...(map !== "" && { map }), ...(replace && { replace: "accept" as const }) };
  return (
    <Previewed
      ask={(ending) => answer(serverOf(base).import.guide.look.$post({ form }, ending))}
      about={[work, guide, targets]}
      isFirst={targets === nothingDecided}
    >
      {(preview, isLoading) => (
        <>
          <Remarks title="Please check" items={preview.notes} open />
          <MatchTable preview={preview} targets={targets} onTargets={setTargets} />
          {preview.replaced.length > 0 && (
            <Check label={replacedText(preview)} checked={replace} onCheck={setReplace} />
          )}
          <Decide
            base={base}
            unsure={preview.sections.flatMap(({ sure, name }) => (sure ? [] : name))}
            misfit={preview.misfit}
            label={`Add to ${preview.title}`}
            disabled={isLoading || preview.sections.length === 0 || (preview.replaced.length > 0 && !replace)}
            write={(accepted) => answer(serverOf(base).import.guide.write.$post({ form: { ...form, ...accepted } }))}
          />
        </>
      )}
    </Previewed>
  );
}

/** What is replaced, and whose work goes with it. */
function replacedText({ replaced, annotated, sheets, chapters }: GuidePreview): string {
  const names = [...new Set(sheets.map(({ name }) => name))];
  const touched = [
    ...(names.length === 0
      ? []
      : [`what ${listed(names).join("")} annotated in ${ofChapters(sheets.map(({ number }) => number))}`]),
    ...(annotated.length === 0 ? [] : [`the gold links of ${ofChapters(annotated)}`]),
  ];
  const sections = `Replace the guide’s section on ${chapterNames(replaced, chapters)}.`;
  const aside = touched.length === 0 ? "" : ` This sets aside ${listed(touched).join("")}, where the points change.`;
  return `${sections}${aside} You can put the old guide back on the book’s page.`;

  function ofChapters(numbers: readonly number[]): string {
    return chapterNames([...new Set(numbers)], chapters);
  }
}
