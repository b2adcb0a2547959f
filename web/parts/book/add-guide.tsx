import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import type { Base } from "../../route.ts";
import { onDemand } from "../controls/on-demand.tsx";

const AddBook = onDemand(async () => (await import("../../screens/add.tsx")).AddBook);

/** A guide is being added to a work: then this is the screen, and undefined otherwise. */
export function useAddGuide(base: Base, folder: string): { open(): void; screen: ComponentChild | undefined } {
  const [isOpen, setOpen] = useState(false);
  const screen = isOpen ? <AddBook base={base} files={[]} work={folder} onClose={() => setOpen(false)} /> : undefined;
  return { open: () => setOpen(true), screen };
}
