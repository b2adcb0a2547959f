import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from "preact";

import { isTab } from "../../backend.ts";
import { downloadFrom } from "./download.ts";

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

/** A link to a file that the browser saves; where no server has the file, the worker makes it. */
export function Download({ label, note, ...link }: Omit<AnchorHTMLAttributes, "label"> & Labelled) {
  const { href } = link;
  if (isTab && typeof href === "string") return <Button label={label} note={note} onClick={() => downloadFrom(href)} />;
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
