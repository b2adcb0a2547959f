import { afterAll, beforeAll, describe, test } from "vitest";
import { commandsToRun, DocumentedFolder } from "./testing/documented.ts";

const folder = new DocumentedFolder();
beforeAll(() => folder.write());
afterAll(() => folder.remove());

describe("what the documents show runs as shown:", () => {
  for (const shown of commandsToRun({ onQueue: false }))
    test(`${shown.line} (${shown.document})`, () => folder.run(shown));
});
