/** A module of its own, so that the worker loads these alone: a dynamic import of a package brings all of it. */
export { defaultMethod, findMethod, methods } from "@plotline/align";
