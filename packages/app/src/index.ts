export { alignFitting } from "./page/align-fitting.ts";
export { isReadingPage, type ReadingPage, readingPage } from "./page/page.ts";
export { readPoints } from "./page/points.ts";
export { questionsAbout } from "./page/questions.ts";
