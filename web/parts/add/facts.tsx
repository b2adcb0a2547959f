import { sumOf } from "../../../src/lists.ts";
import { Bullets } from "../controls/bullets.tsx";
import { SelectField, TextField } from "../controls/fields.tsx";
import { counted } from "../controls/wording.ts";
import type { BookLook } from "./look.ts";

/** What a person can set about the book itself. */
export interface BookChoices {
  readonly title?: string;
  readonly kind?: "novel" | "play" | "story";
}

/** Title and kind, and what was noticed while the book was read. */
export function Facts(props: { look: BookLook; choices: BookChoices; onChange(change: BookChoices): void }) {
  const { look, choices, onChange } = props;
  const words = sumOf(look.chapters, ({ words }) => words);
  return (
    <section class="facts" aria-label="The book">
      <TextField
        label="Title"
        maxLength={1000}
        value={choices.title ?? look.title}
        onText={(title) => onChange({ title })}
      />
      <SelectField
        label="Kind"
        value={choices.kind ?? look.kind}
        options={kinds.map((kind) => [kind, kind])}
        onChoose={(kind) => onChange({ kind })}
      />
      <p class="quiet">
        {[
          look.author && `by ${look.author}`,
          `${look.chapters.length} chapters`,
          `${words.toLocaleString("en")} words`,
          `${look.format}, ${look.encoding}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Remarks title="Please check" items={[...look.warnings, ...look.notes]} open />
      <Remarks
        title={`${counted(look.stripped.length, "part was", "parts were")} skipped (licence, contents …)`}
        items={look.stripped}
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
      <Bullets items={items} />
    </details>
  );
}
