import { openEncoder } from "@plotline/align/node";
import { once } from "@plotline/base";
import type { OfferedEncoder } from "../aligning.encoder.ts";

const { encoder } = import.meta.env;

/** Where the site was made without one, nothing is offered. */
export const offered: OfferedEncoder | undefined = encoder && {
  method: "plotline-encoder",
  size: encoder.size,
  open: once(() => openEncoder(new URL(encoder.folder, self.location.href).href)),
};
