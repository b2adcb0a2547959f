import { createRequire } from "node:module";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Problem } from "@plotline/base";
import type { PdfPage } from "./pdf-lines.ts";

interface Pages {
  readonly pages: readonly PdfPage[];
  readonly title: string | undefined;
  readonly author: string | undefined;
}

type Answer = Pages | { readonly failed: string };

/** What a PDF may take: time in milliseconds, memory in MB, pages; and how often that is looked at. */
const [longest, largest, mostPages, glance] = [28_000, 240, 5000, 25];

/**
 * The text of a PDF, page by page. pdf.js works asynchronously, and a hostile file may keep it busy for ever or fill the
 * memory: it runs on a thread of its own with limits to both, and this one waits. What the thread's own limit does not count,
 * the buffers that streams are unpacked into, shows in the memory of the whole process.
 */
export function pdfPages(bytes: Uint8Array, name: string): Pages {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1: ours, port2: theirs } = new MessageChannel();
  const library = createRequire(import.meta.url).resolve("unpdf");
  const worker = new Worker(`(${extract.toString()})(require)`, {
    eval: true,
    workerData: { bytes: Uint8Array.from(bytes), library, mostPages, done, port: theirs },
    transferList: [theirs],
    resourceLimits: { maxOldGenerationSizeMb: largest },
    stdout: true,
    stderr: true,
  });
  worker.on("error", () => undefined);
  worker.unref();
  try {
    const [started, before] = [performance.now(), process.memoryUsage.rss()];
    const isWithin = () =>
      performance.now() - started < longest && process.memoryUsage.rss() - before < largest * 1024 * 1024;
    while (Atomics.wait(done, 0, 0, glance) === "timed-out" && isWithin());
    const answer: Answer | undefined = receiveMessageOnPort(ours)?.message;
    if (answer === undefined) throw new Problem(`${name} is a PDF that took too long or too much memory to read.`);
    if ("failed" in answer) throw new Problem(refusal(name, answer.failed));
    return answer;
  } finally {
    ours.close();
    void worker.terminate();
  }
}

function refusal(name: string, failed: string): string {
  if (/password/i.test(failed)) return `${name} is a PDF with a password: save a copy without one and read that.`;
  if (failed === "pages")
    return `${name} is a PDF with over ${mostPages.toLocaleString("en")} pages; give plotline its parts.`;
  return `${name} is a damaged PDF: it cannot be read. Open it, save a new copy and read that.`;
}

/** Runs on the thread: nothing outside of it can be named. */
function extract(require: NodeJS.Require): void {
  const { workerData } = require("node:worker_threads") as { workerData: WorkerData };
  const { bytes, library, mostPages: most, done, port } = workerData;
  const answer = (message: unknown) => {
    port.postMessage(message);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  };
  const read = async () => {
    const { getDocumentProxy } = require(library) as PdfLibrary;
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, stopAtErrors: false });
    if (pdf.numPages > most) return answer({ failed: "pages" });
    const { info } = await pdf.getMetadata();
    const pages = [];
    for (let number = 0; number < pdf.numPages; number++) {
      const page = await pdf.getPage(number + 1);
      const { items } = await page.getTextContent();
      pages.push({
        number,
        height: page.view[3] ?? 0,
        items: items.flatMap((item) => {
          if (!("str" in item)) return [];
          const [a = 1, b = 0, , , x = 0, y = 0] = item.transform;
          const size = item.height > 0 ? item.height : Math.hypot(a, b);
          return { text: item.str, x, y, width: item.width, size, font: item.fontName };
        }),
      });
      page.cleanup();
    }
    const said = info as { Title?: unknown; Author?: unknown };
    const words = (value: unknown) =>
      typeof value === "string" &&
      /^[\s(]*\p{L}/u.test(value) &&
      !/^\W*(?:anonymous|untitled|unspecified)\W*$/i.test(value)
        ? value.trim()
        : undefined;
    answer({ pages, title: words(said.Title), author: words(said.Author) });
  };
  read().catch((error) => answer({ failed: `${error?.name} ${error?.message}` }));
}

/** What is used of unpdf. */
interface PdfLibrary {
  getDocumentProxy(bytes: Uint8Array, options: Record<string, unknown>): Promise<PdfFile>;
}

interface PdfFile {
  readonly numPages: number;
  getMetadata(): Promise<{ readonly info: unknown }>;
  getPage(number: number): Promise<{
    readonly view: readonly number[];
    getTextContent(): Promise<{ readonly items: readonly (PdfText | { readonly type: string })[] }>;
    cleanup(): void;
  }>;
}

interface PdfText {
  readonly str: string;
  /** A matrix: its last two numbers are the place. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

interface WorkerData {
  readonly bytes: Uint8Array;
  readonly library: string;
  readonly mostPages: number;
  readonly done: Int32Array;
  readonly port: { postMessage(message: unknown): void };
}
