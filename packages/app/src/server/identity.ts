import type { Context } from "hono";
import type { Person } from "../team/people.ts";

/** Who asks; undefined where the server is one person's own, and everyone who has its address may do everything. */
export function whoAsks(context: Context): Person | undefined {
  return context.get("person");
}

export function setPerson(context: Context, { name, role }: Person): void {
  context.set("person", { name, role });
}
