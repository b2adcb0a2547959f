import { isPage } from "../../backend.ts";
import type { ChapterAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Select } from "../controls/fields.tsx";
import { methodLabel, useMethods } from "./chapter.ts";

/** What is shown next to the texts. */
export type ReaderPanel = "why" | "left-out" | "none";

interface ReaderToolsProps {
  readonly chapter: ChapterAnswer;
  /** Undefined: the usual one. */
  readonly method: string | undefined;
  readonly safe: boolean;
  readonly panel: ReaderPanel;
  onMethod(name: string): void;
  onNextUnsure(): void;
  onSafe(is: boolean): void;
  onPanel(panel: ReaderPanel): void;
}

/** What a reader can do with a chapter, besides reading it. */
export function ReaderTools(props: ReaderToolsProps) {
  const { chapter, method, safe, panel, onMethod, onNextUnsure, onSafe, onPanel } = props;
  const methods = useMethods(chapter);
  if (chapter.summary.length === 0) return null;
  const toggle = (which: ReaderPanel) => onPanel(panel === which ? "none" : which);
  return (
    <>
      {!isPage && (
        // biome-ignore lint/a11y/noLabelWithoutControl: its control is the select
        <label class="choice">
          Links by{" "}
          <Select
            value={method ?? methods.usual}
            options={[...(chapter.gold === null ? [] : ["gold"]), ...methods.names].map((name) => [
              name,
              methodLabel(name, methods),
            ])}
            onChoose={onMethod}
          />
        </label>
      )}
      <Button label="Next uncertain" onClick={onNextUnsure} title="Next link with a confidence below 50 % (n)" />
      <Button
        label="Spoiler-safe"
        aria-pressed={safe}
        onClick={() => onSafe(!safe)}
        title="Hide points of the guide that you have not reached yet (s)"
      />
      <Button
        label="Left out"
        aria-pressed={panel === "left-out"}
        onClick={() => toggle("left-out")}
        title="Show what the guide leaves out, and its points without a match (o)"
      />
      {!isPage && (
        <Button
          label="Why"
          aria-pressed={panel === "why"}
          onClick={() => toggle("why")}
          title="Explain why the selected link was made (w)"
        />
      )}
    </>
  );
}
