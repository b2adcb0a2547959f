import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from "preact";

interface Labelled {
  readonly label: ComponentChildren;
  /** In small, after the label. */
  readonly note?: ComponentChildren;
}

/** A button that does something; one that sends a form says so by its type. */
export function Button({ label, note, ...button }: Omit<ButtonHTMLAttributes, "label"> & Labelled) {
  return (
    <button type="button" {...button}>
      <Label label={label} note={note} />
    </button>
  );
}

/** A link to a file that the browser saves. */
export function Download({ label, note, ...link }: Omit<AnchorHTMLAttributes, "label"> & Labelled) {
  return (
    <a download {...link}>
      <Label label={label} note={note} />
    </a>
  );
}

function Label({ label, note }: Labelled) {
  return (
    <>
      {label}
      {note !== undefined && <small> {note}</small>}
    </>
  );
}
