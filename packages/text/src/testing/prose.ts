import fc from "fast-check";

const scraps =
  "Mr.|Mrs.|I.|J.|St.|etc.|o'clock|'tis|’Twas|ma'am|can't|cannot|she’ll|said|He|the|Wegg|wooden-leg|--|—|...|. . .|…|.|!|?|,|;|“|”|\"|'|‘|’|(|)|_|*|5|1,000|U.S.|e.g.|No. 5|é|日本|😀|\u0301|\n|\n\n| |  |\t|\u00a0";

/** Texts that look like old fiction broken into pieces, with every kind of mark in the wrong place too. */
export const prose = fc.oneof(
  fc.array(fc.constantFrom(...scraps.split("|"), "|"), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...scraps.split("|")), { maxLength: 40 }).map((parts) => parts.join(" ")),
  fc.string({ unit: "binary" }),
);
