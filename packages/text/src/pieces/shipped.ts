import { once } from "@plotline/base";
import { type TokenTable, unpackTable } from "./token-table.ts";

/** The table as it ships, made by training/token-table.ts. It is large, so it is loaded when it is first used. */
export const shippedTable = once(async (): Promise<TokenTable> => {
  const { default: packed } = await import("./data/token-table.json", { with: { type: "json" } });
  return unpackTable(packed);
});
