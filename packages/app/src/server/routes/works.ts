import {
  deleteRemoved,
  putBack,
  putGuideBack,
  removedWorks,
  renameWork,
  replacedGuides,
  setAside,
} from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import type { Shelf } from "../library/shelf.ts";
import { NotUnderstood } from "../refusals.ts";
import { valid, workAddress } from "./valid.ts";

const newTitle = z.object({ title: z.string().trim().min(1).max(1000) });
/** To remove a work, its title must be given. */
const itsTitle = z.object({ title: z.string().max(1000) });
const removedAddress = z.object({ id: z.string().min(1).max(100) });

export function workRoutes(shelf: Shelf) {
  return new Hono()
    .patch("/works/:folder", valid("param", workAddress), valid("json", newTitle), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const wanted = context.req.valid("json").title;
      const { title, folder } = await shelf.reopenAfter(renameWork(corpus.folder, work.title, wanted));
      return context.json({ title, folder });
    })
    .delete("/works/:folder", valid("param", workAddress), valid("json", itsTitle), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      if (context.req.valid("json").title !== work.title)
        throw new NotUnderstood("This is not the title of the work, so nothing was removed.");
      return context.json(await shelf.reopenAfter(setAside(corpus.folder, work.title)));
    })
    .get("/guides/:folder", valid("param", workAddress), async (context) => {
      const guides = await replacedGuides(shelf.folder, context.req.valid("param").folder);
      return context.json({ guides: guides.map(({ id, at, chapters }) => ({ id, at, chapters })) });
    })
    .post("/guides/:folder/:id", valid("param", workAddress.extend(removedAddress.shape)), async (context) => {
      const { folder, id } = context.req.valid("param");
      await shelf.reopenAfter(putGuideBack(shelf.folder, folder, id));
      return context.json({ folder });
    })
    .get("/removed", async (context) => context.json({ works: await removedWorks(shelf.folder) }))
    .post("/removed/:id", valid("param", removedAddress), async (context) =>
      context.json({ title: await shelf.reopenAfter(putBack(shelf.folder, context.req.valid("param").id)) }),
    )
    .delete("/removed/:id", valid("param", removedAddress), async (context) =>
      context.json({ title: await shelf.reopenAfter(deleteRemoved(shelf.folder, context.req.valid("param").id)) }),
    );
}
