export { readEpub } from "./book/epub.ts";
export { readStory, type StoryOptions } from "./book/story.ts";
export { type BookSumGuide, type BookSumPair, isBookSum, readBookSum } from "./guide/booksum.ts";
export { type Guide, readGuide } from "./guide/guide.ts";
export { guideRecordName, readGuideRecord } from "./guide/record.ts";
export { type Pair, type PairFiles, readPair, workOfPair } from "./read-pair.ts";
