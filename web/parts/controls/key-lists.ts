/** A key, what it does in words, and how it does it. */
export interface Key<Actions> {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly means: string;
  readonly act: (actions: Actions, extend: boolean) => void;
}

/** Everything an annotator can do from the keyboard. */
export interface AnnotatorActions {
  bulletDown(): void;
  bulletUp(): void;
  paragraphDown(extend: boolean): void;
  paragraphUp(extend: boolean): void;
  link(): void;
  unlink(): void;
  accept(): void;
  refuse(): void;
  acceptAll(): void;
  commentary(): void;
  done(): void;
  note(): void;
  leastSure(): void;
  leastSureOfAll(): void;
  undo(): void;
  redo(): void;
}

export const annotatorKeys: readonly Key<AnnotatorActions>[] = [
  { keys: ["j", "ArrowRight"], shown: "j", means: "next point", act: (on) => on.bulletDown() },
  { keys: ["k", "ArrowLeft"], shown: "k", means: "previous point", act: (on) => on.bulletUp() },
  {
    keys: ["ArrowDown"],
    shown: "↓",
    means: "next paragraph (Shift: select a range)",
    act: (on, extend) => on.paragraphDown(extend),
  },
  { keys: ["ArrowUp"], shown: "↑", means: "previous paragraph", act: (on, extend) => on.paragraphUp(extend) },
  { keys: ["Enter", "l"], shown: "Enter", means: "link", act: (on) => on.link() },
  { keys: ["Backspace", "Delete", "u"], shown: "⌫", means: "unlink", act: (on) => on.unlink() },
  { keys: ["s"], shown: "s", means: "accept suggestion", act: (on) => on.accept() },
  { keys: ["x"], shown: "x", means: "reject suggestion", act: (on) => on.refuse() },
  { keys: ["a"], shown: "a", means: "accept all, next", act: (on) => on.acceptAll() },
  { keys: ["c"], shown: "c", means: "no match, next", act: (on) => on.commentary() },
  { keys: [" "], shown: "Space", means: "done, next", act: (on) => on.done() },
  { keys: ["m"], shown: "m", means: "write a note", act: (on) => on.note() },
  { keys: ["n"], shown: "n", means: "least certain point", act: (on) => on.leastSure() },
  { keys: ["q"], shown: "q", means: "least certain point of the book", act: (on) => on.leastSureOfAll() },
  { keys: ["z"], shown: "z", means: "undo", act: (on) => on.undo() },
  { keys: ["y"], shown: "y", means: "redo", act: (on) => on.redo() },
];

/** Everything that can be done from the keyboard where annotators are compared. */
export interface SettleActions {
  bulletDown(): void;
  bulletUp(): void;
  paragraphDown(): void;
  paragraphUp(): void;
  nextOpen(): void;
  take(lane: number): void;
  toggle(): void;
  noMatch(): void;
  reopen(): void;
  note(): void;
  undo(): void;
  redo(): void;
}

export const settleKeys: readonly Key<SettleActions>[] = [
  { keys: ["d"], shown: "d", means: "next undecided point", act: (on) => on.nextOpen() },
  { keys: ["j", "ArrowRight"], shown: "j", means: "next point", act: (on) => on.bulletDown() },
  { keys: ["k", "ArrowLeft"], shown: "k", means: "previous point", act: (on) => on.bulletUp() },
  { keys: ["ArrowDown"], shown: "↓", means: "next paragraph", act: (on) => on.paragraphDown() },
  { keys: ["ArrowUp"], shown: "↑", means: "previous paragraph", act: (on) => on.paragraphUp() },
  ...Array.from({ length: 9 }, (_, lane) => ({
    keys: [String(lane + 1)],
    shown: String(lane + 1),
    means: `take the answer in lane ${lane + 1}`,
    act: (on: SettleActions) => on.take(lane),
  })),
  { keys: ["Enter", "l"], shown: "Enter", means: "link or unlink the paragraph", act: (on) => on.toggle() },
  { keys: ["c"], shown: "c", means: "no match", act: (on) => on.noMatch() },
  { keys: ["Backspace", "Delete"], shown: "⌫", means: "undecided again", act: (on) => on.reopen() },
  { keys: ["m"], shown: "m", means: "write a note", act: (on) => on.note() },
  { keys: ["z"], shown: "z", means: "undo", act: (on) => on.undo() },
  { keys: ["y"], shown: "y", means: "redo", act: (on) => on.redo() },
];

/** What a reader can do from the keyboard, besides walking from paragraph to paragraph. */
export interface ReaderActions {
  find(): void;
  nextUnsure(): void;
  why(): void;
  leftOut(): void;
  spoilerSafe(): void;
  previousChapter(): void;
  nextChapter(): void;
  close(): void;
}

export const readerKeys: readonly Key<ReaderActions>[] = [
  { keys: ["/"], shown: "/", means: "find in this chapter", act: (on) => on.find() },
  { keys: ["["], shown: "[", means: "previous chapter", act: (on) => on.previousChapter() },
  { keys: ["]"], shown: "]", means: "next chapter", act: (on) => on.nextChapter() },
  { keys: ["n"], shown: "n", means: "next uncertain link", act: (on) => on.nextUnsure() },
  { keys: ["w"], shown: "w", means: "why the selected link was made", act: (on) => on.why() },
  { keys: ["o"], shown: "o", means: "what the guide leaves out", act: (on) => on.leftOut() },
  { keys: ["s"], shown: "s", means: "spoiler-safe on or off", act: (on) => on.spoilerSafe() },
  { keys: ["Escape"], shown: "Esc", means: "close the panel", act: (on) => on.close() },
];
