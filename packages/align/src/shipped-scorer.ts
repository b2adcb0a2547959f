import { once } from "@plotline/base";
import { tableAtOnce } from "@plotline/text/token-table";
import { shipped } from "./plotline.ts";

/** What ships, ready to score at once; importing this loads the token table. */
export const shippedScorer = once(() => shipped.prepare({ table: tableAtOnce() }));
