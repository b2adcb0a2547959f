import { once } from "@plotline/base";
import packedTable from "./data/token-table.json" with { type: "json" };
import { unpackTable } from "./token-table.ts";

/** The table that ships, without waiting: importing this loads it. */
export const tableAtOnce = once(() => unpackTable(packedTable));
