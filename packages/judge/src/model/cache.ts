import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { parsedJson } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { mustLieInside, readIfThere } from "@plotline/corpus/node";
import { z } from "zod";
import type { Ask, ChatRequest, Reply } from "./request.ts";

const stored: z.ZodType<Reply> = z.object({
  text: z.string(),
  refusal: z.string().optional(),
  cutOff: z.boolean().optional(),
  tokens: z.object({ sent: z.number(), received: z.number() }).optional(),
});

/** Answers by the hash of what was asked, one file each: what has been answered is never asked again. */
export class AnswerCache {
  /** `path` is a folder inside `root`; no link may lead out of it. */
  constructor(
    private readonly root: string,
    private readonly path: string,
  ) {}

  static of({ folder }: Pick<Corpus, "folder">): AnswerCache {
    return new AnswerCache(folder, join(".cache", "judge"));
  }

  async get({ id }: Pick<ChatRequest, "id">): Promise<Reply | undefined> {
    const text = await readIfThere(this.root, this.file(id));
    if (text === undefined) return undefined;
    // A broken file counts as a missing answer.
    return stored.safeParse(parsedJson(text)).data;
  }

  put({ id }: Pick<ChatRequest, "id">, reply: Reply): void {
    mustLieInside(this.root, this.file(id));
    writeAtomically(join(this.root, this.file(id)), `${JSON.stringify(reply)}\n`);
  }

  private file(id: string): string {
    return join(this.path, `${id}.json`);
  }
}

/** Looks an answer up before it is asked for; two that ask the same at the same time ask once. */
export function remembering(ask: Ask, cache: AnswerCache): Ask {
  const underWay = new Map<string, Promise<Reply | undefined>>();
  const answer = async (request: ChatRequest) => {
    const known = await cache.get(request);
    if (known !== undefined) return known;
    const reply = await ask(request);
    if (reply !== undefined) cache.put(request, reply);
    return reply;
  };
  return (request) => {
    const running = underWay.get(request.id) ?? answer(request).finally(() => underWay.delete(request.id));
    underWay.set(request.id, running);
    return running;
  };
}
