import { sumOf } from "@plotline/base";
import { SelectField, TextField } from "../controls/fields.tsx";
import { Points } from "../controls/points.tsx";
import { counted } from "../controls/wording.ts";
import type { BookPreview } from "./preview.tsx";

/** What a person can set about the book itself. */
export interface BookChoices {
  readonly title?: string;
  readonly kind?: "novel" | "play" | "story";
}

/** Title and kind, and what was noticed while the book was read. */
export function Facts(props: { preview: BookPreview; choices: BookChoices; onChange(change: BookChoices): void }) {
  const { preview, choices, onChange } = props;
  const words = sumOf(preview.chapters, ({ words }) => words);
  return (
    <section class="facts" aria-label="The book">
      <TextField
        label="Title"
        maxLength={1000}
        value={choices.title ?? preview.title}
        onText={(title) => onChange({ title })}
      />
      <SelectField
        label="Kind"
        value={choices.kind ?? preview.kind}
        options={kinds.map((kind) => [kind, kind])}
        onChoose={(kind) => onChange({ kind })}
      />
      <p class="quiet">
        {[
          preview.author && `by ${preview.author}`,
          `${preview.chapters.length} chapters`,
          `${words.toLocaleString("en")} words`,
          preview.format,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Remarks title="Please check" items={[...preview.warnings, ...preview.notes]} open />
      <Remarks
        title={`${counted(preview.stripped.length, "part was", "parts were")} skipped (licence, contents …)`}
        items={preview.stripped}
      />
    </section>
  );
}

const kinds = ["novel", "play", "story"] as const;

/** Sentences of the import, folded up unless they need a look. */
export function Remarks({ title, items, open = false }: { title: string; items: readonly string[]; open?: boolean }) {
  if (items.length === 0) return null;
  return (
    <details class="remarks folds" open={open}>
      <summary>{title}</summary>
      <Points items={items} />
    </details>
  );
}
