import { plain } from "./plain.ts";

/** Why a worker did not do a batch, as the queue holds it. */
export function refusal(worker: string, why: string): string {
  return `${mark}${worker}: ${why}`;
}

export interface Refusal {
  readonly worker: string;
  readonly sentence: string;
}

/** Who refused a batch and why, where that is why it failed; anybody may have written it. */
export function refusalIn(reason: string): Refusal | undefined {
  if (!reason.startsWith(mark)) return undefined;
  const said = plain(reason.slice(mark.length));
  return { worker: said.split(": ", 1)[0] ?? "", sentence: `worker ${said}` };
}

const mark = "refused by ";
