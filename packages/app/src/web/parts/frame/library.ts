import type { Base } from "../../route.ts";
import { allCorpora, answer, type LibraryAnswer, type Loaded, server, serverOf, useAnswer } from "../../server.ts";
import type { Option } from "../controls/fields.tsx";

export function useLibrary(): Loaded<LibraryAnswer> {
  return useAnswer(() => answer(server.library.$get()), []);
}

/** The works of one of the corpora that are served. */
export interface CorpusLibrary extends LibraryAnswer {
  readonly base: Base;
}

export function useLibraries() {
  return useAnswer(async (): Promise<readonly CorpusLibrary[]> => {
    const { corpora } = await answer(allCorpora.$get());
    return Promise.all(corpora.map(async ({ base }) => ({ base, ...(await answer(serverOf(base).library.$get())) })));
  }, []);
}

/** Works to choose from, by their folders; the first is none of them. */
export function workOptions(
  works: readonly Pick<LibraryAnswer["works"][number], "folder" | "title">[],
  none: string,
): Option<string>[] {
  return [["", none], ...works.map(({ folder, title }): Option<string> => [folder, title])];
}
