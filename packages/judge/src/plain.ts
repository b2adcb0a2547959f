import { digestOf } from "@plotline/base/node";

/** A text on one line, without characters that control anything: only our own lines begin with a number in brackets. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function numberedLines(numbers: readonly number[], texts: readonly string[]): string[] {
  const lines: string[] = [];
  numbers.forEach((number, k) => {
    if (k > 0 && number > numbers[k - 1]! + 1) lines.push("[…]");
    lines.push(`[${number + 1}] ${oneLine(texts[number] ?? "")}`);
  });
  return lines;
}

/** Texts between marks that depend on all of them, so that no text can contain the mark that would end it. */
export function marked(parts: Readonly<Record<string, readonly string[]>>): string {
  const mark = digestOf(parts, 8);
  return Object.entries(parts)
    .map(([name, lines]) => `<${name} ${mark}>\n${lines.join("\n")}\n</${name} ${mark}>`)
    .join("\n");
}

/** `1–4, 7`: numbers counted from 0 in ascending order, as people count. */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let k = 0; k < numbers.length; ) {
    let end = k;
    while (numbers[end + 1] === numbers[end]! + 1) end++;
    parts.push(end === k ? `${numbers[k]! + 1}` : `${numbers[k]! + 1}–${numbers[end]! + 1}`);
    k = end + 1;
  }
  return parts.join(", ");
}
