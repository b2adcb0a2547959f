import type { Command } from "commander";
import { defaultMethod } from "../align/registry.ts";
import { serve } from "../server/serve.ts";
import { tableBehind } from "../server/table-behind.ts";
import { type Common, command, print, warn, wholeNumber } from "./frame.ts";

interface Options extends Common {
  readonly table?: boolean;
  readonly port?: number;
  readonly host: string;
}

export function serveCommand(): Command {
  return command(
    "serve <corpus...>",
    "Open corpora in the browser, as one library: read, look, correct.",
    ["serve corpora/sample", "serve corpora/sample corpora/open", "serve my-corpus --port 8080"],
    false,
  )
    .option(
      "--port <number>",
      "the port to listen on; 0 takes any free one (default: 4747 or the next free one)",
      wholeNumber,
    )
    .option(
      "--host <address>",
      "the address to listen on; 0.0.0.0 lets other machines in, with the printed address and its token",
      "127.0.0.1",
    )
    .option("--table", "make the quick table of the first corpus behind it, for the Results screen")
    .action(async (corpora: string[], { port, host, table, quiet }: Options) => {
      const { address } = await serve(corpora, { port, host, defaultMethod });
      if (table) tableBehind(corpora[0] ?? "", (sentence) => warn(sentence, { quiet }));
      const behind = table
        ? "\nBehind it the paper's whole table is made, small: its Results screen shows it grow."
        : "";
      print(quiet ? address : `plotline is at ${address}${behind}\nCtrl-C ends it.`);
      await new Promise<never>(() => undefined);
    });
}
