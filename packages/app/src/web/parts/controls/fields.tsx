import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from "preact";

/** Fields and the button that sends them. */
export function Form(props: { class?: string; onSend(): void; children: ComponentChildren }) {
  const { class: look, onSend, children } = props;
  const send = (event: Event) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form class={look} onSubmit={send}>
      {children}
    </form>
  );
}

interface Labelled {
  readonly label: ComponentChildren;
  onText(text: string): void;
}

type Own = "label" | "onInput";

/** A line that a person types, under its label. */
export function TextField({ label, onText, ...input }: Omit<InputHTMLAttributes, Own> & Labelled) {
  return (
    <label class="field">
      {label}
      <input type="text" {...input} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}

/** The same for a text of several lines. */
export function TextArea({ label, onText, ...area }: Omit<TextareaHTMLAttributes, Own> & Labelled) {
  return (
    <label class="field">
      {label}
      <textarea {...area} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}

/** Words to look for; the label is for screen readers. */
export function SearchField({ label, onText, ...input }: Omit<InputHTMLAttributes, Own> & Labelled) {
  return (
    <label class="search">
      <span class="unseen">{label}</span>
      <input type="search" {...input} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}

/** A file to be chosen, by what is shown for it. */
export function FileField(props: {
  class?: string;
  accept: string;
  onFile(file: File): void;
  children: ComponentChildren;
}) {
  const { class: look, accept, onFile, children } = props;
  return (
    <label class={look}>
      {children}
      <input
        class="unseen"
        type="file"
        accept={accept}
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
      />
    </label>
  );
}

/** A value, and what is shown for it. */
export type Option<Value> = readonly [Value, string];

interface SelectProps<Value> {
  /** For screen readers, where no label is around it. */
  readonly label?: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  onChoose(value: NoInfer<Value>): void;
}

/** One of several values. */
export function Select<Value extends string | number | undefined>(props: SelectProps<Value>) {
  const { label, value, options, onChoose } = props;
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each ?? ""}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The same under a label that is seen. */
export function SelectField<Value extends string | number | undefined>({
  label,
  ...select
}: SelectProps<Value> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the select
    <label class="field">
      {label}
      <Select {...select} />
    </label>
  );
}

/** Something that is agreed to by a click. */
export function Check(props: { label: ComponentChildren; checked: boolean; onCheck(is: boolean): void }) {
  const { label, checked, onCheck } = props;
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
