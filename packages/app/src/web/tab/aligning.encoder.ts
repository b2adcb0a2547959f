import { openEncoder } from "@plotline/align/node";
import type { OfferedEncoder } from "../aligning.encoder.ts";

const { encoder } = import.meta.env;

let opened: ReturnType<typeof openEncoder> | undefined;

/** Where the site was made without one, nothing is offered. */
export const offered: OfferedEncoder | undefined = encoder && {
  method: "plotline-encoder",
  size: encoder.size,
  open: () =>
    (opened ??= openEncoder(new URL(encoder.folder, self.location.href).href).catch((error) => {
      // With a network it may be there next time.
      opened = undefined;
      throw error;
    })),
};
