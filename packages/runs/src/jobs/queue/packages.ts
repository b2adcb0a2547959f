import { Problem } from "@plotline/base";

/** The packages that a queue needs; plotline does not install them. */
export const queuePackages = ["bullmq", "ioredis"] as const;

/** Loads what uses the packages of the queue; where one is missing, a sentence says what to install. */
export async function withQueuePackages<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const missing = queuePackages.find((name) => String(error).includes(`Cannot find package '${name}'`));
    if (missing === undefined) throw error;
    const where = "next to plotline (with -g where plotline was installed with it)";
    throw new Problem(
      `A queue needs the packages ${queuePackages.join(" and ")}, and ${missing} is not installed: run "npm install ${queuePackages.join(" ")}" ${where}.`,
    );
  }
}
