// Whether chapters are those of bench/chapters-truth*.json: { chapters: [how many], first, last: words of the first and last heading }.
export function isRight(truth, headings) {
  return faultsOf(truth, headings).length === 0;
}

export function faultsOf({ chapters: expected, first, last }, headings) {
  const keys = headings.map(keyOf);
  return [
    ...(expected.includes(keys.length) ? [] : [`${keys.length} chapters for ${expected.join(" or ")}`]),
    ...(hasWords(keys[0], first) ? [] : [`the first is "${keys[0]}"`]),
    ...(hasWords(keys.at(-1), last) ? [] : [`the last is "${keys.at(-1)}"`]),
  ];
}

function hasWords(heading, words) {
  return words === "" || ` ${heading} `.includes(` ${keyOf(words)} `);
}

function keyOf(text) {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
