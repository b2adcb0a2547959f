import words from "./data/label-words.json" with { type: "json" };

/** The number that a word or two stand for: `12`, `xii`, `twenty-one`, `third`; undefined for anything else. */
export function numeral(text: string): number | undefined {
  const plain = text.toLowerCase().trim();
  if (/^\d{1,4}(st|nd|rd|th)?$/.test(plain)) return Number.parseInt(plain, 10);
  return roman(plain) ?? spelled(plain);
}

/** Only numerals in their usual form: `xiv` and `xiiii` are, `mix` and `did` are not. */
function roman(text: string): number | undefined {
  if (!/^(?=[clxvi])c{0,3}(xc|xl|l?x{0,4})(ix|iv|v?i{0,4})$/.test(text)) return undefined;
  const values = [...text].map((letter) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter] ?? 0);
  return values.reduce((sum, value, k) => sum + (value < (values[k + 1] ?? 0) ? -value : value), 0);
}

const numbers = new Map<string, number>(Object.entries(words.numbers));

function spelled(text: string): number | undefined {
  const parts = text.split(/[\s-]+/).map((word) => numbers.get(word));
  const [first, second] = parts;
  if (first === undefined || first < 0) return undefined;
  if (parts.length === 1) return first === 100 ? undefined : first;
  if (second === undefined || parts.length > 2) return undefined;
  return first >= 20 && first < 100 && first % 10 === 0 && second > 0 && second < 10 ? first + second : undefined;
}
