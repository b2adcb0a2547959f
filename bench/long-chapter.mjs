import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const open = join(import.meta.dirname, "..", "corpora", "open");

/** Chapters of one work of the open corpus as one, of at least this many words. */
export function longChapter(least) {
  const [stories, summaries] = ["stories", "summaries"].map((kind) => join(open, kind, "Agnes Grey"));
  const made = { work: "Agnes Grey", number: 0, summary: [], story: [] };
  for (const file of readdirSync(stories).sort()) {
    made.story.push(...paragraphs(join(stories, file)));
    made.summary.push(...paragraphs(join(summaries, file)));
    if (wordsOf(made) >= least) return made;
  }
  return made;
}

export function wordsOf({ story }) {
  return story.join(" ").split(/\s+/).length;
}

function paragraphs(file) {
  return readFileSync(file, "utf8")
    .trim()
    .split(/\n\s*\n/);
}
