import words from "./data/stop-words.json" with { type: "json" };
import glasgow from "./data/stop-words-glasgow.json" with { type: "json" };

/** Words that carry no story: lower case, with a straight apostrophe. The list knows the old forms too (hath, thou). */
export const stopWords: ReadonlySet<string> = new Set(words);

/**
 * The list of the Glasgow Information Retrieval Group, which scikit-learn calls `english`: with it the TF-IDF rows come
 * nearer to the paper's than with ours.
 */
export const glasgowStopWords: ReadonlySet<string> = new Set(glasgow);
