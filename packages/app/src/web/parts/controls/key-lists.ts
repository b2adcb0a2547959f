/** Keys, how they are shown, what they do in words, and the name of the action that does it. */
export interface Key<Action extends string = string> {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly means: string;
  readonly action: Action;
}

/** What each action does; `extend`: Shift was down. */
export type Actions<Action extends string> = Readonly<Record<Action, (extend: boolean, shown: string) => void>>;

/** The first of the keys is shown, unless another sign is given. */
function key<Action extends string>(action: Action, names: string, means: string, sign?: string): Key<Action> {
  const keys = names.split(" ");
  return { keys: keys.map((name) => (name === "Space" ? " " : name)), shown: sign ?? keys[0] ?? "", means, action };
}

/** Everything an annotator can do from the keyboard. */
export const annotatorKeys = [
  key("pointDown", "j ArrowRight", "next point"),
  key("pointUp", "k ArrowLeft", "previous point"),
  key("paragraphDown", "ArrowDown", "next paragraph (Shift: select a range)", "↓"),
  key("paragraphUp", "ArrowUp", "previous paragraph", "↑"),
  key("link", "Enter l", "link"),
  key("unlink", "Backspace Delete u", "unlink", "⌫"),
  key("accept", "s", "accept suggestion"),
  key("refuse", "x", "reject suggestion"),
  key("acceptAll", "a", "accept all, next"),
  key("commentary", "c", "no match, next"),
  key("done", "Space", "done, next"),
  key("note", "m", "write a note"),
  key("leastSure", "n", "least certain point"),
  key("undo", "z", "undo"),
  key("redo", "y", "redo"),
] as const;

/** Everything that can be done from the keyboard where annotators are compared. */
export const settleKeys = [
  key("nextOpen", "d", "next undecided point"),
  key("pointDown", "j ArrowRight", "next point"),
  key("pointUp", "k ArrowLeft", "previous point"),
  key("paragraphDown", "ArrowDown", "next paragraph", "↓"),
  key("paragraphUp", "ArrowUp", "previous paragraph", "↑"),
  ..."123456789".split("").map((number) => key("take", number, `take answer ${number}`)),
  key("toggle", "Enter l", "link or unlink the paragraph"),
  key("noMatch", "c", "no match"),
  key("reopen", "Backspace Delete", "undecided again", "⌫"),
  key("note", "m", "write a note"),
  key("undo", "z", "undo"),
  key("redo", "y", "redo"),
] as const;

/** What a reader can do from the keyboard, besides walking from paragraph to paragraph. */
export const readerKeys = [
  key("previousChapter", "[", "previous chapter"),
  key("nextChapter", "]", "next chapter"),
  key("nextUnsure", "n", "next uncertain link"),
  key("why", "w", "why the selected link was made"),
  key("leftOut", "o", "what the guide leaves out"),
  key("spoilerSafe", "s", "spoiler-safe on or off"),
  key("close", "Escape", "close the panel", "Esc"),
] as const;
