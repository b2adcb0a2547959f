export { type Common, command } from "./cli/command.ts";
export { main, run } from "./cli/main.ts";
export { threadsOption } from "./cli/options/executor.ts";
export { encoderOption } from "./cli/options/method.ts";
export { fileToWrite, numberOption, seedOption } from "./cli/options/values.ts";
export { counted, dim, print, printJson, signatureText, titledTable } from "./cli/print/print.ts";
export { Progress } from "./cli/print/progress.ts";
