import { readingPage } from "../../../page/page.ts";
import { evidenceHere, methodsHere } from "../../aligning.ts";
import { ask, pageFile } from "../../backend.ts";
import { answer, server } from "../../server.ts";
import { downloadFile } from "../controls/download.ts";
import { alignedChapters, type WantedChapters } from "./aligned-chapters.ts";

/** Aligns the chapters here and saves them, with questions about them, as the page that `plotline read` makes. */
export async function saveReadingPage(wanted: WantedChapters, onProgress: (said: string) => void): Promise<void> {
  const { title } = wanted.book;
  const aligned = await alignedChapters(wanted, onProgress);
  onProgress("Making questions …");
  const questions = await questionsOf(wanted);
  const chapters = [];
  for (const chapter of aligned) {
    const { number, summary, story, links } = chapter;
    const read = { work: title, number, summary, story };
    chapters.push({ ...chapter, links: links.length === 0 ? links : await evidenceHere(read, links) });
  }
  const template = await (await ask(pageFile)).text();
  const name = chapters.length === 1 ? `${title}, ${chapters[0]?.name}` : title;
  const page = { title: name, chapters, questions, madeBy: await madeBy(wanted.method) };
  downloadFile(`${name}.html`, readingPage(template, page), "text/html");
}

/** All that can be asked about these chapters; a guide that says too little has no questions. */
async function questionsOf({ book, chapters }: WantedChapters) {
  const query = { folder: book.folder, task: "both", count: "500", seed: "1" } as const;
  const asked = answer(server.quiz.$get({ query }));
  const { questions } = await asked.catch(() => ({ questions: [] }));
  return questions.filter(({ chapter }) => chapters.includes(chapter));
}

async function madeBy(method: string | undefined): Promise<string> {
  if (method === "gold") return "Linked by hand; made with plotline.";
  if (method === undefined || method === (await methodsHere()).usual) return "Made with plotline.";
  return `Aligned by ${method}; made with plotline.`;
}
