import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

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

interface DownloadProps extends Labelled {
  readonly href: string;
  /** What the file is called. */
  readonly name: string;
}

/** A link to a file that the browser saves; where no server has the file, the worker makes it. */
export function Download({ href, name, ...label }: DownloadProps) {
  if (isTab) return <Button {...label} onClick={() => downloadFrom(href, name)} />;
  return (
    <a download={name} href={href}>
      <Label {...label} />
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
