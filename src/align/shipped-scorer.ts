import { once } from "../once.ts";
import { tableAtOnce } from "../text/pieces/at-once.ts";
import { shipped } from "./plotline.ts";

/** What ships, ready to score at once; importing this loads the token table. */
export const shippedScorer = once(() => shipped.prepare({ table: tableAtOnce() }));
