import { unpackTable } from "@plotline/text";
import packedTable from "@plotline/text/token-table.json" with { type: "json" };

/** A small chapter: three points, each about one of five paragraphs. */
export const summary = ["Anna shuts the door.", "She crosses the bridge to the mill.", "The miller gives her flour."];
export const story = [
  "The door fell shut behind Anna, and she turned the key.",
  "It rained.",
  "On the bridge she stopped, for the mill stood dark.",
  "“Flour?” said the miller, and filled her sack.",
  "The rain went on.",
];

/** What the features that ship need besides the texts. */
export const ground = { table: unpackTable(packedTable) };
