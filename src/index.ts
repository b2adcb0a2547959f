export * from "./browser.ts";
export type { Corpus, Fault, Split, Work } from "./corpus/types.ts";
