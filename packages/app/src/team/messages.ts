import { randomBytes } from "node:crypto";
import { Problem } from "@plotline/base";
import type { ChapterPlace } from "@plotline/corpus";
import { isAtLeast, roles, type TeamPerson, withPoint } from "@plotline/corpus";
import { changeJsonFile, entriesOf, foldersIn, type JsonFile, readJsonFile } from "@plotline/corpus/node";
import { z } from "zod";
import { recordWith } from "./audit.ts";

const message = z.object({
  id: z.string(),
  /** Counted from 0. */
  point: z.int().min(0),
  by: z.string(),
  role: z.enum(roles),
  at: z.iso.datetime(),
  text: z.string(),
  resolved: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
});

const messages = z.object({ messages: z.array(z.preprocess(withPoint, message)).default([]) });

type TeamMessage = z.infer<typeof message>;

export async function messagesOf(folder: string, chapter: ChapterPlace): Promise<readonly TeamMessage[]> {
  return (await readJsonFile(folder, messagesFile(chapter))).messages;
}

/** Whoever has not finished a chapter reads their own messages and those of curators: others might give links away. */
export function visibleTo(person: TeamPerson, isDone: boolean, all: readonly TeamMessage[]): readonly TeamMessage[] {
  if (isDone || isAtLeast(person.role, "curator")) return all;
  return all.filter(({ by, role }) => by === person.name || isAtLeast(role, "curator"));
}

/** What one person may write about a chapter: everybody's messages of it are in one file. */
const mostOfOne = 200;

export async function addMessage(
  folder: string,
  { folder: work, number, point, text }: ChapterPlace & { point: number; text: string },
  { name, role }: TeamPerson,
): Promise<TeamMessage> {
  const added = {
    id: randomBytes(6).toString("base64url"),
    point,
    by: name,
    role,
    at: new Date().toISOString(),
    text,
  };
  await changeJsonFile(
    folder,
    messagesFile({ folder: work, number }),
    (now) => {
      if (now.messages.filter(({ by }) => by === name).length >= mostOfOne)
        throw new Problem(`You have written ${mostOfOne} messages about this chapter, which is the most.`);
      return { messages: [...now.messages, added] };
    },
    (writer) =>
      recordWith(writer, folder, { who: name, did: "write a message", folder: work, number, point, id: added.id }),
  );
  return added;
}

/** Closes a message: whoever wrote it may, and curators. */
export async function resolveMessage(
  folder: string,
  chapter: ChapterPlace,
  id: string,
  who: TeamPerson,
): Promise<void> {
  const resolved = { by: who.name, at: new Date().toISOString() };
  await changeJsonFile(
    folder,
    messagesFile(chapter),
    ({ messages }) => {
      const found = messages.find((each) => each.id === id);
      if (found === undefined || visibleTo(who, false, [found]).length === 0)
        throw new Problem("There is no such message.");
      if (found.by !== who.name && !isAtLeast(who.role, "curator"))
        throw new Problem("Only its writer or a curator can close a message.");
      return { messages: messages.map((each) => (each === found ? { ...each, resolved } : each)) };
    },
    (writer) => recordWith(writer, folder, { who: who.name, did: "close a message", ...chapter, id }),
  );
}

/** The chapters with messages that nobody has closed, and how many. */
export async function openMessages(folder: string): Promise<(ChapterPlace & { readonly open: number })[]> {
  const works = await foldersIn(folder, "team/messages");
  const found = await Promise.all(
    works.map(async (work) => {
      const files = await entriesOf(folder, `team/messages/${work}`);
      const numbers = files.flatMap(({ name }) => /^(\d{1,7})\.json$/.exec(name)?.[1] ?? []).map(Number);
      return Promise.all(
        numbers.map(async (number) => {
          const all = await messagesOf(folder, { folder: work, number });
          return { folder: work, number, open: all.filter(({ resolved }) => resolved === undefined).length };
        }),
      );
    }),
  );
  return found.flat().filter(({ open }) => open > 0);
}

export function messagesFile({ folder, number }: ChapterPlace): JsonFile<z.infer<typeof messages>> {
  return { path: `team/messages/${folder}/${number}.json`, schema: messages, empty: { messages: [] } };
}
