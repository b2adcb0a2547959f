import { once } from "../../once.ts";
import packedTable from "../../text/pieces/data/token-table.json" with { type: "json" };
import { unpackTable } from "../../text/pieces/token-table.ts";
import { shipped } from "./plotline.ts";

/** What ships, ready to score at once; who imports this loads the token table. */
export const shippedScorer = once(() => shipped.prepare(shipped.needsTable ? { table: unpackTable(packedTable) } : {}));
