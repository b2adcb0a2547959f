import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { Check } from "../check.tsx";
import { Decide } from "./decide.tsx";
import { Remarks } from "./facts.tsx";
import { type GuideLook, useLook, type Written } from "./look.ts";
import { LookState } from "./look-state.tsx";
import { MatchTable, mapOf, type Targets } from "./match-table.tsx";

const nothingDecided: Targets = new Map();

/** A guide for a work that is there: which section tells which chapter, and what it would replace. */
export function NewGuide({ base, work, guide }: { base: Base; work: string; guide: File }) {
  const [targets, setTargets] = useState(nothingDecided);
  const [replace, setReplace] = useState(false);
  const map = mapOf(targets);
  const form = { folder: work, guide, ...(map !== "" && { map }), ...(replace && { replace: "accept" as const }) };
  const { look, problem, looking } = useLook(
    () => answer<GuideLook>(serverOf(base).import.guide.look.$post({ form })),
    [work, guide, targets],
    targets === nothingDecided,
  );
  return (
    <LookState looking={looking} isThere={look !== undefined} problem={problem}>
      {look !== undefined && (
        <>
          <Remarks title="Look at this" items={look.notes} open />
          <MatchTable look={look} targets={targets} onTargets={setTargets} />
          {look.replaced.length > 0 && <Replaced look={look} checked={replace} onCheck={setReplace} />}
          <Decide
            base={base}
            unsure={look.sections.filter(({ sure }) => !sure).length}
            label={`Add to ${look.title}`}
            disabled={looking || look.sections.length === 0 || (look.replaced.length > 0 && !replace)}
            write={(accept) =>
              answer<Written>(
                serverOf(base).import.guide.write.$post({ form: { ...form, ...(accept && { unsure: "accept" }) } }),
              )
            }
          />
        </>
      )}
    </LookState>
  );
}

function Replaced(props: { look: GuideLook; checked: boolean; onCheck(is: boolean): void }) {
  const { look, checked, onCheck } = props;
  const { replaced, annotated } = look;
  return (
    <Check checked={checked} onCheck={onCheck}>
      Replace the summary that {replaced.length === 1 ? "chapter" : "chapters"}{" "}
      {replaced.map((number) => number + 1).join(", ")} {replaced.length === 1 ? "has" : "have"} already
      {annotated.length > 0 &&
        `; links made by hand of ${annotated.length === 1 ? "one chapter" : `${annotated.length} chapters`} belong to the old one and may no longer fit`}
    </Check>
  );
}
