import { countWords, type Fault, mostWords } from "@plotline/align";
import { counted } from "@plotline/base";
import { chapterPath } from "../listing.ts";

/** Over-long paragraphs of one side, reported as one fault: how many, in how many files, and where the longest is. */
export class LongParagraphs {
  private count = 0;
  private readonly files = new Set<string>();
  private longest = { words: 0, file: "", paragraph: 0 };

  constructor(private readonly section: "stories" | "summaries") {}

  look(folder: string, number: number, paragraphs: readonly string[]): void {
    for (const [paragraph, text] of paragraphs.entries()) {
      const words = text.length > 2 * mostWords ? countWords(text) : 0;
      if (words <= mostWords) continue;
      const file = chapterPath(this.section, folder, number);
      this.count++;
      this.files.add(file);
      if (words > this.longest.words) this.longest = { words, file, paragraph };
    }
  }

  faults(): Fault[] {
    if (this.count === 0) return [];
    const { words, file, paragraph } = this.longest;
    const place = `paragraph ${paragraph} of ${file}`;
    const why =
      this.count === 1
        ? `1 paragraph in 1 file has over ${mostWords} words (${place} has ${words}); used as it is`
        : `${this.count} paragraphs in ${counted(this.files.size, "file")} have over ${mostWords} words (the longest, ${place}, has ${words}); used as they are`;
    return [{ file: this.section, row: null, why }];
  }
}
