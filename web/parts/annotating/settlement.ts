import type { InferResponseType } from "hono/client";
import { useMemo } from "preact/hooks";
import { type BulletStanding, type SettlementStep, standingsOf } from "../../../src/corpus/annotations/settlement.ts";
import type { ChapterPlace } from "../../route.ts";
import { answer, type ChapterAnswer, server } from "../../server.ts";
import type { Keeper } from "./saver.ts";
import { useSaved } from "./sheet.ts";

export type SettlingAnswer = InferResponseType<(typeof server.settling)[":folder"][":number"]["$get"], 200>;

/** The sheets of a chapter, what was settled of it, and its earlier gold. */
export function readSettling({ folder, number }: ChapterPlace): Promise<SettlingAnswer> {
  const param = { folder, number: String(number) };
  return answer(server.settling[":folder"][":number"].$get({ param }));
}

/** What is settled of a chapter: each choice is saved, and can be undone after a reload too. */
export function useSettlement({ folder, number, summary }: ChapterAnswer, sheets: SettlingAnswer["sheets"]) {
  const keeper = useMemo((): Keeper<SettlementStep> => {
    const address = server.settling[":folder"][":number"];
    const param = { folder, number: String(number) };
    return {
      read: async () => (await readSettling({ folder, number })).settlement,
      send: (json, init) => address.$post({ param, json }, { init }),
    };
  }, [folder, number]);
  const { history, saving, change } = useSaved(keeper);
  const standings = useMemo(
    (): readonly BulletStanding[] => (history === undefined ? [] : standingsOf(sheets, history, summary.length)),
    [sheets, history, summary.length],
  );
  return { isOpen: history !== undefined, revision: history?.revision ?? 0, standings, saving, change };
}
