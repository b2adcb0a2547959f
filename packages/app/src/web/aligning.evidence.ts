/** A module of its own, so that the worker loads this alone: a dynamic import of a package brings all of it. */
export { withEvidence } from "@plotline/align";
