import type { TeamPerson } from "@plotline/corpus";
import { Hono } from "hono";
import { z } from "zod";
import { addMessage, messagesOf, resolveMessage, visibleTo } from "../../team/messages.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotAllowed, NotUnderstood } from "../refusals.ts";
import type { Live } from "../team/live.ts";
import { isStillAnnotating, whyNotAnnotate } from "../team/visibility.ts";
import { chapterAddress, valid } from "./valid.ts";

const message = z.object({ point: z.int().min(0), text: z.string().trim().min(1).max(2_000) });
const messageAddress = chapterAddress.extend({ id: z.string().min(1).max(40) });

export function messageRoutes(shelf: Shelf, live: Live) {
  return new Hono()
    .get("/team/messages/:folder/:number", valid("param", chapterAddress), async (context) => {
      const chapter = context.req.valid("param");
      const who = whoAsks(context)!;
      const isOpen = await isStillAnnotating(await shelf.at(chapter), who);
      const messages = visibleTo(who, !isOpen, await messagesOf(shelf.folder, chapter));
      return context.json({
        messages: messages.map(({ resolved, ...each }) => ({ ...each, resolved: resolved ?? null })),
      });
    })
    .post("/team/messages/:folder/:number", valid("param", chapterAddress), valid("json", message), async (context) => {
      const chapter = context.req.valid("param");
      const who = whoAsks(context)!;
      const place = await shelf.at(chapter);
      await mustAnnotate(place, who);
      const { summary } = await place.corpus.chapter(place.work, chapter.number);
      const { point, text } = context.req.valid("json");
      if (point >= summary.length) throw new NotUnderstood("This chapter does not have that point.");
      const added = await addMessage(shelf.folder, { ...chapter, point, text }, who);
      live.messaged(chapter);
      return context.json({ id: added.id });
    })
    .post("/team/messages/:folder/:number/:id/resolve", valid("param", messageAddress), async (context) => {
      const { id, ...chapter } = context.req.valid("param");
      await shelf.at(chapter);
      await resolveMessage(shelf.folder, chapter, id, whoAsks(context)!);
      live.messaged(chapter);
      return context.json({ resolved: true });
    });
}

async function mustAnnotate(place: Parameters<typeof whyNotAnnotate>[0], who: TeamPerson): Promise<void> {
  const refusal = await whyNotAnnotate(place, who);
  if (refusal !== undefined) throw new NotAllowed(refusal);
}
