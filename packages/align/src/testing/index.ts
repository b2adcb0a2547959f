export { writeTinyBert } from "./../encoder/testing/tiny-bert.ts";
export { ground, story, summary } from "./anna.ts";
