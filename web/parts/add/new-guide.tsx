import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { chapterNames } from "../book/book.tsx";
import { Check } from "../controls/fields.tsx";
import { counted } from "../controls/wording.ts";
import { Decide } from "./decide.tsx";
import { Remarks } from "./facts.tsx";
import { type GuideLook, useLook } from "./look.ts";
import { LookState } from "./look-state.tsx";
import { MatchTable, mapOf, type Targets } from "./match-table.tsx";

const nothingDecided: Targets = new Map();

/** A guide for a work that is there: which section covers which chapter, and what it would replace. */
export function NewGuide({ base, work, guide }: { base: Base; work: string; guide: File }) {
  const [targets, setTargets] = useState(nothingDecided);
  const [replace, setReplace] = useState(false);
  const map = mapOf(targets);
  const form = { folder: work, guide, ...(map !== "" && { map }), ...(replace && { replace: "accept" as const }) };
  const { look, problem, looking } = useLook(
    () => answer(serverOf(base).import.guide.look.$post({ form })),
    [work, guide, targets],
    targets === nothingDecided,
  );
  return (
    <LookState looking={looking} isThere={look !== undefined} problem={problem}>
      {look !== undefined && (
        <>
          <Remarks title="Please check" items={look.notes} open />
          <MatchTable look={look} targets={targets} onTargets={setTargets} />
          {look.replaced.length > 0 && <Check label={replacedText(look)} checked={replace} onCheck={setReplace} />}
          <Decide
            base={base}
            unsure={look.sections.filter(({ sure }) => !sure).length}
            misfit={look.misfit}
            label={`Add to ${look.title}`}
            disabled={looking || look.sections.length === 0 || (look.replaced.length > 0 && !replace)}
            write={(accepted) => answer(serverOf(base).import.guide.write.$post({ form: { ...form, ...accepted } }))}
          />
        </>
      )}
    </LookState>
  );
}

function replacedText({ replaced, annotated, chapters }: GuideLook): string {
  const sections = `Replace the guide’s section on ${chapterNames(replaced, chapters)}`;
  if (annotated.length === 0) return sections;
  return `${sections}; the gold links of ${counted(annotated.length, "chapter")} belong to the old section and may no longer fit`;
}
