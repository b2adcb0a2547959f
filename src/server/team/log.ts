import { createWriteStream } from "node:fs";
import { mustBeWritable } from "../../write.ts";

/**
 * One thing that happened, as one line of JSON: routes, not addresses, so that it contains no secret, title or text.
 */
export type Log = (event: string, details: Readonly<Record<string, string | number | undefined>>) => void;

/** Lines for a file, which grows, or for the terminal's error stream (`-`). */
export function openLog(path: string): Log {
  const stream = path === "-" ? process.stderr : openFile(path);
  return (event, details) => {
    stream.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`);
  };
}

function openFile(path: string) {
  mustBeWritable(path);
  return createWriteStream(path, { flags: "a", mode: 0o600 }).on("error", (error) =>
    process.stderr.write(`plotline: the log ${path} cannot be written: ${error.message}.\n`),
  );
}
