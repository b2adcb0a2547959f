import type { ChapterAnswer } from "../server.ts";
import { useMethods } from "./chapter.ts";
import { Find } from "./find.tsx";

interface ReaderToolsProps {
  readonly chapter: ChapterAnswer;
  /** Undefined: the usual one. */
  readonly method: string | undefined;
  readonly safe: boolean;
  readonly why: boolean;
  onMethod(name: string): void;
  onNextUnsure(): void;
  onSafe(is: boolean): void;
  onWhy(is: boolean): void;
}

/** What a reader can do with a chapter, beside reading it. */
export function ReaderTools(props: ReaderToolsProps) {
  const { chapter, method, safe, why, onMethod, onNextUnsure, onSafe, onWhy } = props;
  const { usual, names } = useMethods(chapter);
  return (
    <>
      <Find chapter={chapter} />
      <label class="choice">
        <span class="unseen">Links by</span>
        <select value={method ?? usual} onChange={(event) => onMethod(event.currentTarget.value)}>
          {chapter.gold !== null && <option value="gold">gold</option>}
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={onNextUnsure} title="Next link below 50 %">
        Next unsure
      </button>
      <button
        type="button"
        aria-pressed={safe}
        onClick={() => onSafe(!safe)}
        title="Bullets appear only up to the place you have read"
      >
        Spoiler-safe
      </button>
      <button type="button" aria-pressed={why} onClick={() => onWhy(!why)} title="Say why the chosen link was made">
        Why
      </button>
    </>
  );
}
