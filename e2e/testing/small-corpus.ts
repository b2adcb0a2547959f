import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleFolder } from "./plotline.ts";

/** How much of each work and of each chapter is kept. */
interface Size {
  readonly chapters: number;
  readonly paragraphs: number;
  readonly points: number;
}

const small: Size = { chapters: 4, paragraphs: 10, points: 4 };

/** The sample's works, cut short: two to train on, one to validate on. */
export function writeSmallCorpus(folder: string, { chapters, paragraphs, points } = small): void {
  const manifest = JSON.parse(readFileSync(join(sampleFolder, "corpus.json"), "utf8"));
  const first = (count: number) => (text: string) =>
    text
      .split(/\n{2,}/)
      .slice(0, count)
      .join("\n\n");
  const gold = (text: string) => {
    const rows = text.trim().split("\n").slice(0, points);
    return rows.map((row) => row.replaceAll(/,? (\d+)/g, (link, n) => (Number(n) < paragraphs ? link : ""))).join("\n");
  };
  const shorten = { stories: first(paragraphs), summaries: first(points), manual_alignments: gold };
  for (const work of manifest.works) {
    work.split = work.title === "The Sea's Tithe" ? "validation" : "train";
    for (const [section, cut] of Object.entries(shorten)) {
      const path = join(section, work.title);
      mkdirSync(join(folder, path), { recursive: true });
      for (const name of readdirSync(join(sampleFolder, path)).sort().slice(0, chapters))
        writeFileSync(join(folder, path, name), `${cut(readFileSync(join(sampleFolder, path, name), "utf8"))}\n`);
    }
  }
  writeFileSync(join(folder, "corpus.json"), JSON.stringify(manifest));
}
