import { digest } from "@plotline/base/node";
import { Outdated } from "@plotline/corpus";
import { readIfThere, storeOf } from "@plotline/corpus/node";
import { recordWith } from "./audit.ts";

const path = "team/guideline.md";

/** How this corpus is annotated, in Markdown; `version` names its text. */
export interface Guideline {
  readonly text: string;
  readonly version: string;
}

export async function readGuideline(folder: string): Promise<Guideline> {
  return guidelineOf((await readIfThere(folder, path)) ?? "");
}

/** Replaces the version that was seen, and no other. */
export function writeGuideline(folder: string, who: string, seen: string, text: string): Promise<Guideline> {
  return storeOf(folder).save(path, async (writer) => {
    const current = await readGuideline(folder);
    if (current.version !== seen)
      throw new Outdated(
        "Someone else changed the guideline; the new version is shown, and yours was not saved.",
        current,
      );
    const next = guidelineOf(text);
    writer.write(path, text);
    recordWith(writer, folder, { who, did: "write the guideline", version: next.version });
    return next;
  });
}

function guidelineOf(text: string): Guideline {
  return { text, version: digest(text, 12) };
}
