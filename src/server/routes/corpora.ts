import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";

/** The corpora of this server: what each is called, and what its addresses begin with. */
export function corporaRoutes(shelves: readonly Shelf[]) {
  return new Hono().get("/corpora", (context) =>
    context.json({ corpora: shelves.map(({ name, base }) => ({ name, base })) }),
  );
}

export type CorporaRoutes = ReturnType<typeof corporaRoutes>;
