import type { Aligner, Calibration } from "@plotline/align";
import type { AligningAnswer, AligningQuestion } from "./aligning.ts";

/** The methods' code waits for their weights; what is asked meanwhile must find a listener already. */
const registry = import("./aligning.methods.ts");

/** Aligns in a thread of its own, with the same code as the command line. */
const prepared = new Map<string, Promise<Aligner>>();

self.addEventListener("message", async ({ data }: MessageEvent<AligningQuestion>) => {
  postMessage(await answerTo(data).catch((error: Error): AligningAnswer => ({ id: data.id, problem: error.message })));
});

async function answerTo(question: AligningQuestion): Promise<AligningAnswer> {
  const { id } = question;
  if ("evidence" in question) {
    const { withEvidence } = await import("./aligning.evidence.ts");
    return { id, links: withEvidence(question.chapter, question.evidence) };
  }
  const { defaultMethod, methods } = await registry;
  const names = methods.filter((method) => method.needsEncoder !== true).map((method) => method.name);
  if ("list" in question) return { id, methods: { usual: defaultMethod, names } };
  const { method = defaultMethod, chapter, calibration, pins, explain } = question;
  const aligner = await alignerOf(method, chapter.work, calibration);
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
  const options = calibration === null ? {} : { calibration };
  const known =
    prepared.get(key) ?? registry.then(({ findMethod }) => findMethod(method).prepare({ chapters: nothing }, options));
  prepared.set(key, known);
  return known;
}

/** A tab knows one chapter at a time: methods that want the whole corpus have the chapter alone. */
async function* nothing() {}
