export { digest, digestOf } from "./digest.ts";
export { faultIn, parsedJson } from "./json.ts";
export { isLoopback } from "./loopback.ts";
export { isGone, lifeOf, type ProcessIdentity, processMark, thisProcess } from "./process-identity.ts";
export { asideName, unfinished } from "./unfinished.ts";
export * from "./write.ts";
