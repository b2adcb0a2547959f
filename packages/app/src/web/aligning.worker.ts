import type { Aligner, Calibration } from "@plotline/align";
import { offered } from "./aligning.encoder.ts";
import type { AligningAnswer, AligningQuestion } from "./aligning.ts";

/** The methods' code waits for their weights; what is asked meanwhile must find a listener already. */
const registry = import("./aligning.methods.ts");

/** Aligns in a thread of its own, with the same code as the command line. */
const prepared = new Map<string, Promise<Aligner>>();

self.addEventListener("message", async ({ data }: MessageEvent<AligningQuestion>) => {
  postMessage(await answerTo(data).catch((error: Error): AligningAnswer => ({ id: data.id, problem: error.message })));
  if (isEncoded(data)) say("");
});

function isEncoded(question: AligningQuestion): boolean {
  return offered !== undefined && "method" in question && question.method === offered.method;
}

/** Shown by the page until something else is said. */
function say(said: string): void {
  postMessage({ id: -1, said });
}

async function answerTo(question: AligningQuestion): Promise<AligningAnswer> {
  const { id } = question;
  if ("evidence" in question) {
    const { withEvidence } = await import("./aligning.evidence.ts");
    return { id, links: withEvidence(question.chapter, question.evidence) };
  }
  const { defaultMethod, methods } = await registry;
  const encoder = offered && { method: offered.method, size: offered.size };
  const own = methods.filter((method) => method.needsEncoder !== true).map((method) => method.name);
  const names = [...new Set([defaultMethod, ...(encoder ? [encoder.method] : []), ...own])];
  if ("list" in question) return { id, methods: { usual: defaultMethod, names, encoder } };
  const { method = defaultMethod, chapter, calibration, pins, explain } = question;
  const aligner = await alignerOf(method, chapter.work, calibration);
  if (isEncoded(question)) say("The encoder is reading the chapter …");
  if (explain === undefined) {
    const found = await aligner.guide?.(chapter, { pins });
    if (found === undefined) return { id, links: await aligner(chapter, { pins }) };
    const { links, ...guide } = found;
    return { id, links, guide };
  }
  const explanation = await aligner.explain?.(chapter, explain, { pins });
  return { id, explanation };
}

function alignerOf(method: string, work: string, calibration: Calibration | null): Promise<Aligner> {
  const key = JSON.stringify([method, work, calibration]);
  const known = prepared.get(key) ?? prepare(method, calibration ?? undefined);
  prepared.set(key, known);
  known.catch(() => prepared.delete(key));
  return known;
}

async function prepare(method: string, calibration: Calibration | undefined): Promise<Aligner> {
  const { defaultMethod, findMethod } = await registry;
  if (method !== offered?.method) return findMethod(method).prepare({ chapters: nothing }, { calibration });
  say(`Loading the encoder, ${offered.size} MB …`);
  const contextual = await offered.open();
  return findMethod(defaultMethod).prepare({ chapters: nothing }, { calibration, contextual });
}

/** A tab knows one chapter at a time: methods that want the whole corpus have the chapter alone. */
async function* nothing() {}
