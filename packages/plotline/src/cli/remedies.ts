import { Problem, type Remedy } from "@plotline/base";

/** What can be done about a problem, in the words of the command line. */
const remedies: Readonly<Record<Remedy, string>> = {
  "another folder": "Name another folder with --out.",
  "another out": "Name another file with --out.",
  "another title": "--title gives it a title of your choice.",
  "asked anyway": "--anyway asks it all the same.",
  "base address": "See --base.",
  "larger budget": "The same command with a larger --budget resumes.",
  "named encoder": "Name a folder with an ONNX model with --encoder.",
  "named model": "Name it with --model.",
  "named source": "Choose with --source NAME.",
  "known formats": "--help lists what can be read.",
  "resumed run": "The same command that trained it resumes it.",
  "run here": "Leave --queue out to run it here.",
  "replaced corpus": "--replace puts the backup in the place of what is there.",
  "sent restricted": "--send-restricted sends it all the same.",
  "smaller context": "Name the context of the model with --context, in tokens.",
  "used anyway": "--anyway writes the page all the same.",
};

/** A sentence to print after a problem's own; empty where there is none. */
export function remedyFor(error: unknown): string {
  return error instanceof Problem && error.remedy !== undefined ? ` ${remedies[error.remedy]}` : "";
}
