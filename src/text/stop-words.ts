import words from "./data/stop-words.json" with { type: "json" };

/** Words that carry no story: lower case, with a straight apostrophe. The list knows the old forms too (hath, thou). */
export const stopWords: ReadonlySet<string> = new Set(words);
