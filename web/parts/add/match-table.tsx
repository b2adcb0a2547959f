import { Scroll } from "../scroll.tsx";
import type { BookLook, GuideLook } from "./look.ts";

type Look = Pick<BookLook | GuideLook, "sections" | "untold"> & { readonly chapters: readonly Chapter[] };

/** A chapter as it can be chosen; chapters are counted from 0 and may have gaps. */
interface Chapter {
  readonly number: number;
  readonly heading: string;
}

/** Where a person says that a section belongs; undefined: nowhere. */
export type Targets = ReadonlyMap<number, { readonly first: number; readonly last: number } | undefined>;

/** The decisions as the lines of a map file. Sections on the same chapters are told together. */
export function mapOf(targets: Targets): string {
  const lines = new Map<string, string[]>();
  for (const [section, target] of targets) {
    const chapters = target === undefined ? `- ${section}` : `${target.first}-${target.last}`;
    lines.set(chapters, [...(lines.get(chapters) ?? []), `@${section + 1}`]);
  }
  return [...lines].map(([chapters, sections]) => `${sections.join(" + ")} => ${chapters.split(" ")[0]}`).join("\n");
}

interface MatchTableProps {
  readonly look: Look;
  readonly targets: Targets;
  onTargets(targets: Targets): void;
}

/** Which section of the guide tells which chapters, by what evidence; each can be decided by hand. */
export function MatchTable({ look, targets, onTargets }: MatchTableProps) {
  const decide = (section: number, target: { first: number; last: number } | undefined) =>
    onTargets(new Map([...targets, [section, target]]));
  const told = look.chapters.length - look.untold.length;
  return (
    <section aria-label="The guide">
      <h2>The guide</h2>
      <p class="quiet">
        {look.sections.length === 1 ? "1 section tells" : `${look.sections.length} sections tell`} {told} of{" "}
        {look.chapters.length} chapters.
        {look.untold.length > 0 && ` Without a summary: ${look.untold.map((number) => number + 1).join(", ")}.`}
      </p>
      <Scroll label="Sections and their chapters">
        <table>
          <thead>
            <tr>
              <th scope="col">Section</th>
              <th scope="col">Bullets</th>
              <th scope="col">Tells chapter</th>
              <th scope="col">Because of</th>
              <th scope="col">Sure</th>
            </tr>
          </thead>
          <tbody>
            {look.sections.map(({ name, bullets, chapters, evidence, sure, confidence, why }, k) => (
              <tr key={`${k} ${name}`} class={sure ? "" : "unsure"}>
                <td dir="auto">{name}</td>
                <td>{bullets}</td>
                <td>
                  <Target
                    name={name}
                    look={look}
                    first={chapters[0]?.number}
                    last={chapters.at(-1)?.number}
                    onTarget={(target) => decide(k, target)}
                  />
                </td>
                <td>
                  {evidence.map((each) => (each === "map" ? "your choice" : each)).join(", ")}
                  {!sure && why !== null && <span class="evidence">{why}</span>}
                </td>
                <td>{chapters.length === 0 ? "–" : `${Math.floor(confidence * 100)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {targets.size > 0 && (
        <button type="button" onClick={() => onTargets(new Map())}>
          As it was matched
        </button>
      )}
    </section>
  );
}

function Target(props: {
  name: string;
  look: Look;
  first: number | undefined;
  last: number | undefined;
  onTarget(target: { first: number; last: number } | undefined): void;
}) {
  const { name, look, first, last, onTarget } = props;
  const optionsFrom = (least: number) =>
    look.chapters
      .filter(({ number }) => number >= least)
      .map(({ number, heading }) => (
        <option key={number} value={number}>
          {number + 1} {heading.slice(0, 40)}
        </option>
      ));
  const isLast = first === look.chapters.at(-1)?.number;
  return (
    <span class="target">
      <select
        aria-label={`First chapter that ${name} tells`}
        value={first ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onTarget(value === "" ? undefined : { first: Number(value), last: Number(value) })
        }
      >
        <option value="">left out</option>
        {optionsFrom(0)}
      </select>
      {first !== undefined && !isLast && (
        <>
          {" to "}
          <select
            aria-label={`Last chapter that ${name} tells`}
            value={last ?? first}
            onChange={({ currentTarget: { value } }) => onTarget({ first, last: Number(value) })}
          >
            {optionsFrom(first)}
          </select>
        </>
      )}
    </span>
  );
}
