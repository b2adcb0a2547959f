import { startAligning, startMakingQuizzes, startPlanningGuides, startReadingPairs } from "@plotline/runs/node";

export { mount, OpfsStore } from "@plotline/corpus";

/** The jobs that a worker of the page does. */
export const starts: Readonly<Record<string, unknown>> = {
  startAligning,
  startMakingQuizzes,
  startPlanningGuides,
  startReadingPairs,
};
