import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { Chapters } from "./chapters.tsx";
import { Decide } from "./decide.tsx";
import { type BookChoices, Facts } from "./facts.tsx";
import { useLook } from "./look.ts";
import { LookState } from "./look-state.tsx";
import { MatchTable, mapOf, type Targets } from "./match-table.tsx";

/** What a person decided; everything else is found. */
interface Choices extends BookChoices {
  readonly headings?: string;
  readonly targets: Targets;
}

const nothingChosen: Choices = { targets: new Map() };

/** A book and perhaps its guide: looked at and corrected before they are written. */
export function NewBook({ base, book, guide }: { base: Base; book: File; guide: File | undefined }) {
  const [choices, setChoices] = useState(nothingChosen);
  const form = formOf(book, guide, choices);
  const looked = useLook(
    () => answer(serverOf(base).import.look.$post({ form })),
    [book, guide, choices],
    choices === nothingChosen,
  );
  const { look, looking } = looked;
  const problem =
    looked.problem ?? (look?.titleIsTaken ? `The library already has a work called “${look.title}”.` : undefined);
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some });
  return (
    <LookState looking={looking} isThere={look !== undefined} problem={problem}>
      {look !== undefined && (
        <>
          <Facts look={look} choices={choices} onChange={change} />
          <Chapters look={look} onHeadings={(headings) => change({ headings, targets: new Map() })} />
          {look.sections.length > 0 && (
            <MatchTable look={look} targets={choices.targets} onTargets={(targets) => change({ targets })} />
          )}
          <Decide
            base={base}
            unsure={look.sections.filter(({ sure }) => !sure).length}
            misfit={look.misfit}
            label="Add to the library"
            disabled={looking || look.titleIsTaken || look.title === ""}
            write={(accepted) => answer(serverOf(base).import.write.$post({ form: { ...form, ...accepted } }))}
          />
        </>
      )}
    </LookState>
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
