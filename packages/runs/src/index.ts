export { findingsOf, type Obstacle, obstacleTo } from "./guide-findings.ts";
export { type Executor, inline, type Job, job, type News, type Step } from "./jobs/executor.ts";
export { withQueuePackages } from "./jobs/queue/packages.ts";
export * from "./report/alignment-table.ts";
export { withFigures } from "./report/figure-blocks.ts";
export { matrixFigure, type Panel } from "./report/matrix-figure.ts";
export { detailTable, resultsMarkdown, resultsSignature, resultsTable, resultsText } from "./report/results-table.ts";
