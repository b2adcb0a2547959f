import { type Attributes, walkXml } from "../files/tags.ts";

/** A level of a list, counted from 0. */
export interface ListLevel {
  readonly id: string;
  readonly level: number;
}

interface LevelForm {
  format: string;
  /** `Chapter %1`: the number of each level in its place. */
  text: string;
  start: number;
}

/** Word's automatic numbers: a heading that reads "Chapter 3" may have only its title in the file. */
export class Numbering {
  private readonly forms = new Map<string, Map<number, LevelForm>>();
  private readonly abstractOf = new Map<string, string>();
  private readonly counts = new Map<string, number[]>();

  constructor(xml: string) {
    let [abstract, concrete, level] = ["", "", 0];
    walkXml(xml, {
      opened: (name: string, attributes: Attributes) => {
        const value = attributes["w:val"] ?? "";
        if (name === "w:abstractNum") abstract = attributes["w:abstractNumId"] ?? "";
        else if (name === "w:num") concrete = attributes["w:numId"] ?? "";
        else if (name === "w:abstractNumId") this.abstractOf.set(concrete, value);
        else if (name === "w:lvl") level = Number(attributes["w:ilvl"] ?? 0);
        else if (name === "w:numFmt") this.form(abstract, level).format = value;
        else if (name === "w:lvlText") this.form(abstract, level).text = value;
        else if (name === "w:start") this.form(abstract, level).start = Number(value);
      },
      closed: () => {},
    });
  }

  /** What is printed before the next item of this list; empty for a mere bullet. */
  next({ id, level }: ListLevel): string {
    const abstract = this.abstractOf.get(id);
    const levels = abstract === undefined ? undefined : this.forms.get(abstract);
    const form = levels?.get(level);
    if (abstract === undefined || levels === undefined || form === undefined) return "";
    // Word has nine levels; a file may name any.
    if (!(Number.isInteger(level) && level >= 0 && level < 9)) return "";
    const counts = this.counts.get(abstract) ?? [];
    this.counts.set(abstract, counts);
    counts.length = Math.min(counts.length, level + 1);
    for (let k = 0; k < level; k++) counts[k] ??= levels.get(k)?.start ?? 1;
    counts[level] = counts[level] === undefined ? form.start : counts[level] + 1;
    if (form.format === "bullet" || form.format === "none") return "";
    return form.text.replace(/%([1-9])/g, (_, digit: string) => {
      const k = Number(digit) - 1;
      return numeral(counts[k] ?? 1, levels.get(k)?.format ?? "decimal");
    });
  }

  private form(abstract: string, level: number): LevelForm {
    const levels = this.forms.get(abstract) ?? new Map<number, LevelForm>();
    this.forms.set(abstract, levels);
    const found = levels.get(level) ?? { format: "decimal", text: "", start: 1 };
    levels.set(level, found);
    return found;
  }
}

function numeral(value: number, format: string): string {
  if (/Roman$/.test(format)) return cased(roman(value), format);
  if (/Letter$/.test(format)) return cased(String.fromCharCode(65 + ((value - 1) % 26)), format);
  return String(value);
}

function cased(text: string, format: string): string {
  return format.startsWith("lower") ? text.toLowerCase() : text;
}

function roman(value: number): string {
  const tens = ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"];
  const ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
  const whole = Math.max(0, Math.min(Math.trunc(value) || 0, 999));
  return `${"C".repeat(whole / 100)}${tens[Math.trunc(whole / 10) % 10]}${ones[whole % 10]}`;
}
