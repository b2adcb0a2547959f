import { type ChapterPlace, type PointStanding, type SettlementStep, standingsOf } from "@plotline/corpus";
import type { InferResponseType } from "hono/client";
import { useMemo } from "preact/hooks";
import { answer, type ChapterAnswer, server } from "../../server.ts";
import { type SavedSteps, type StepStore, useSaved } from "./saver.ts";

export type SettlingAnswer = InferResponseType<(typeof server.settling)[":folder"][":number"]["$get"], 200>;

/** The sheets of a chapter, what was settled of it, and its earlier gold. */
export function readSettling({ folder, number }: ChapterPlace): Promise<SettlingAnswer> {
  const param = { folder, number: String(number) };
  return answer(server.settling[":folder"][":number"].$get({ param }));
}

/** What is settled of a chapter: each choice is saved, and can be undone after a reload too. */
export interface Settlement extends SavedSteps<SettlementStep> {
  readonly standings: readonly PointStanding[];
}

export function useSettlement(chapter: ChapterAnswer, { sheets, settlement }: SettlingAnswer): Settlement {
  const { folder, number, summary } = chapter;
  const store = useMemo((): StepStore<SettlementStep> => {
    const address = server.settling[":folder"][":number"];
    const param = { folder, number: String(number) };
    return {
      read: async () => (await readSettling({ folder, number })).settlement,
      send: (json, init) => address.$post({ param, json }, { init }),
    };
  }, [folder, number]);
  const steps = useSaved(store, settlement);
  const { history } = steps;
  const standings = useMemo(
    () => (history === undefined ? [] : standingsOf(sheets, history, summary.length)),
    [sheets, history, summary.length],
  );
  return { ...steps, standings };
}
