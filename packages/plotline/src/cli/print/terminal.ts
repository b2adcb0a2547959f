import { randomBytes } from "node:crypto";

/**
 * Until a line is written its styles are marks that no text can contain, since nobody knows them: so every control
 * character belongs to some text, and is shown instead of obeyed.
 */
const mark = `\ufdd0${randomBytes(6).toString("hex")}:`;
const marks = new RegExp(`${mark}([\\d;]+)m`, "g");

/** The folder in which standard input is held, which means nothing to a person. */
const temporary = /(\S*[\\/])?\.plotline\.[\w.-]+\.partial[\\/](?=standard input)/g;

export function styled(text: string, on: string, off: string): string {
  return `${mark}${on}m${text}${mark}${off}m`;
}

export function withoutStyles(text: string): string {
  return text.replace(marks, "");
}

/** Writes for people: nothing that a text contains can move the cursor, change the window or hide what follows. */
export function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(visible(text).replace(temporary, "").replace(marks, "\u001b[$1m"));
}

/** A line that rewrites itself, cut to the width of the terminal; an empty one clears it. */
export function rewriteLine(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`\r${visible(text).slice(0, (stream.columns || 80) - 1)}\u001b[K`);
}

/** Control characters as symbols (␛), except tabs and the ends of lines. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(controls, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

/** JSON leaves the upper ones as they are; a terminal would obey them. */
export function safeJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f]/g, escaped);
}

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
