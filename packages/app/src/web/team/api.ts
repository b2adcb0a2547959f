import { hc, type InferResponseType } from "hono/client";
import type { SessionRoutes } from "../../server/routes/session.ts";
import type { TeamRoutes } from "../../server/routes/team.ts";
import { here } from "../route.ts";
import { apiOf } from "../server.ts";

/** Who belongs to the server. */
export const accounts = hc<SessionRoutes>("/api");

/** What the team does on the corpus that this page is about. */
export const team = hc<TeamRoutes>(apiOf(here)).team;

export type PeopleAnswer = InferResponseType<typeof accounts.team.people.$get, 200>;
export type WorkAnswer = InferResponseType<typeof team.work.$get, 200>;
export type DashboardAnswer = InferResponseType<typeof team.dashboard.$get, 200>;
export type TrainingAnswer = InferResponseType<typeof team.training.$get, 200>;
