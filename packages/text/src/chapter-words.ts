import chapterWords from "./data/chapter-words.json" with { type: "json" };
import englishNumbers from "./data/english-numbers.json" with { type: "json" };

/** What books call their divisions (chapter, Kapitel, canto), and the numbers that English writes as words. */
export { chapterWords, englishNumbers };
