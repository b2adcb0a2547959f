import { Problem } from "@plotline/base";

/** Thrown when someone else has changed something since the person saw it; holds what is there now, where that is shown. */
export class Outdated<Current = unknown> extends Problem {
  constructor(
    sentence: string,
    readonly current?: Current,
  ) {
    super(sentence);
  }
}
