import { Coverage } from "../book/book.tsx";
import { Button } from "../controls/button.tsx";
import { type Option, Select } from "../controls/fields.tsx";
import { withoutItalics } from "../controls/italics.tsx";
import { Table } from "../controls/table.tsx";
import type { BookPreview, GuidePreview } from "./preview.tsx";

type Preview = Pick<BookPreview | GuidePreview, "sections" | "uncovered"> & { readonly chapters: readonly Chapter[] };

/** A chapter as it can be chosen; chapters are counted from 0 and may have gaps. */
interface Chapter {
  readonly number: number;
  readonly address: string;
  readonly title: string;
}

/** Where a person says that a section belongs; undefined: nowhere. */
export type Targets = ReadonlyMap<number, { readonly first: number; readonly last: number } | undefined>;

/** The decisions as the lines of a map file. */
export function mapOf(targets: Targets): string {
  const lines = [...targets].map(([section, target]) => {
    const chapters = target === undefined ? "-" : `${target.first}-${target.last}`;
    return `@${section + 1} => ${chapters}`;
  });
  return lines.join("\n");
}

/** Which section of the guide covers which chapters, by what evidence; each can be decided by hand. */
export function MatchTable(props: { preview: Preview; targets: Targets; onTargets(targets: Targets): void }) {
  const { preview, targets, onTargets } = props;
  const decide = (section: number, target: { first: number; last: number } | undefined) =>
    onTargets(new Map([...targets, [section, target]]));
  return (
    <section aria-label="The guide">
      <h2>The guide</h2>
      <Coverage {...preview} />
      <Table
        label="Sections and their chapters"
        header={["Section", "Points", "Covers chapter", "Evidence", "Confidence"]}
      >
        {preview.sections.map(({ name, points, chapters, evidence, sure, confidence, why }, k) => (
          <tr key={`${k} ${name}`} class={sure ? "" : "unsure"}>
            <td dir="auto">{name}</td>
            <td>{points}</td>
            <td>
              <Target
                name={name}
                preview={preview}
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
      </Table>
      {targets.size > 0 && <Button label="Undo my changes" onClick={() => onTargets(new Map())} />}
    </section>
  );
}

function Target(props: {
  name: string;
  preview: Preview;
  first: number | undefined;
  last: number | undefined;
  onTarget(target: { first: number; last: number } | undefined): void;
}) {
  const { name, preview, first, last, onTarget } = props;
  const optionsFrom = (least: number) =>
    preview.chapters
      .filter(({ number }) => number >= least)
      .map(
        ({ number, address, title }): Option<number> => [
          number,
          title === "" ? address : `${address}: ${withoutItalics(title).slice(0, 40)}`,
        ],
      );
  const isLast = first === preview.chapters.at(-1)?.number;
  return (
    <span class="target">
      <Select
        label={`First chapter that ${name} covers`}
        value={first}
        options={[[undefined, "not used"], ...optionsFrom(0)]}
        onChoose={(chosen) => onTarget(chosen === undefined ? undefined : { first: chosen, last: chosen })}
      />
      {first !== undefined && !isLast && (
        <>
          {" to "}
          <Select
            label={`Last chapter that ${name} covers`}
            value={last ?? first}
            options={optionsFrom(first)}
            onChoose={(chosen) => onTarget({ first, last: chosen })}
          />
        </>
      )}
    </span>
  );
}
