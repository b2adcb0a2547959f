import { personName, roles } from "@plotline/corpus";
import { Hono } from "hono";
import { z } from "zod";
import { whoAsks } from "../identity.ts";
import type { TeamAccess } from "../team/access.ts";
import { valid } from "./valid.ts";

/** `instead`: whom the browser is signed in as, where somebody agreed to be another from now on. */
const secret = z.object({ secret: z.string().min(1).max(200), instead: personName.optional() });
const named = z.object({ name: personName });
const newcomer = named.extend({ role: z.enum(roles) });
const changed = z.object({ role: z.enum(roles) });

/**
 * Signing in, signing out, and who belongs to the team. A secret comes in the body of a request, never in its address.
 */
export function sessionRoutes(access: TeamAccess) {
  const { roster, attempts } = access;
  const link = (text: string) => ({ link: `${access.address}/join#${text}` });
  return new Hono()
    .post("/session", valid("json", secret), async (context) => {
      const { address } = access.origin(context);
      const wait = attempts.secondsToWait(address);
      if (wait > 0) {
        context.header("Retry-After", String(wait));
        return context.json(
          { problem: `Too many failed attempts; try again in ${Math.ceil(wait / 60)} minutes.` },
          429,
        );
      }
      const { secret: text, instead } = context.req.valid("json");
      const present = await access.visitorOf(context);
      if (present !== undefined && present.name !== instead)
        return context.json({ problem: `You are signed in as ${present.name}.`, present: present.name }, 409);
      const visitor = await roster.enter(text);
      if (visitor === undefined) {
        attempts.failed(address);
        return context.json({ problem: "This link has been used or is no longer valid; ask for a new one." }, 401);
      }
      access.giveCookie(context, visitor);
      return context.json({ name: visitor.name, role: visitor.role });
    })
    .get("/session", (context) => {
      const { name, role } = whoAsks(context)!;
      return context.json({ name, role });
    })
    .delete("/session", async (context) => {
      await access.leave(context);
      return context.json({ left: true });
    })
    .post("/session/link", async (context) => context.json(link(await roster.link(whoAsks(context)!.name))))
    .get("/team/people", async (context) => {
      const members = await roster.members();
      return context.json({
        people: members.map(({ name, role, since, invitation, sessions }) => ({
          name,
          role,
          since,
          linkExpires: invitation?.expires ?? null,
          sessions: sessions.length,
          lastSeen: sessions.map(({ used }) => used).sort().at(-1) ?? null, // biome-ignore format: short
        })),
      });
    })
    .post("/team/people", valid("json", newcomer), async (context) => {
      const { name, role } = context.req.valid("json");
      return context.json(link(await roster.invite(name, role, whoAsks(context)!.name)));
    })
    .put("/team/people/:name", valid("param", named), valid("json", changed), async (context) => {
      await roster.setRole(context.req.valid("param").name, context.req.valid("json").role, whoAsks(context)!.name);
      return context.json({ changed: true });
    })
    .post("/team/people/:name/reset", valid("param", named), async (context) =>
      context.json(link(await roster.reset(context.req.valid("param").name, whoAsks(context)!.name))),
    )
    .delete("/team/people/:name", valid("param", named), async (context) => {
      await roster.revoke(context.req.valid("param").name, whoAsks(context)!.name);
      return context.json({ revoked: true });
    });
}

export type SessionRoutes = ReturnType<typeof sessionRoutes>;
