import { z } from "zod";
import { Problem } from "../../problem.ts";
import { type Protocol, protocols } from "../../tasks/options.ts";
import { comparedColumns, evidenceNamed } from "./features.ts";
import type { Network } from "./network.ts";
import { placeColumns } from "./places.ts";
import type { Panel, Pointer } from "./pointer.ts";
import type { Scale } from "./scale.ts";
import { type Parameter, parametersOf, type Shape } from "./shape.ts";

/** The pointer as a data file: numbers of eight bits each, as base64; no word of any text. */
export interface PackedPointer {
  readonly about: string;
  readonly evidence: readonly string[];
  readonly shape: Shape;
  readonly panels: Readonly<Record<Protocol, PackedPanel>>;
}

interface PackedPanel {
  readonly candidates: Scale;
  readonly places: Scale;
  /** For each member its parameters one after the other, and for each row of them what one step is worth. */
  readonly members: readonly { readonly numbers: string; readonly steps: string }[];
}

const packedScale = z.object({ middles: z.array(z.number()), spreads: z.array(z.number()) });
const packedPanel = z.object({
  candidates: packedScale,
  places: packedScale,
  members: z.array(z.object({ numbers: z.base64(), steps: z.base64() })).min(1),
});
const size = z.number().int().positive();
const packedPointer = z.object({
  about: z.string(),
  evidence: z.array(z.string()),
  shape: z.object({ features: size, places: size, hidden: size, placeHidden: size }),
  panels: z.object({ paper: packedPanel, blind: packedPanel }),
});

/** Whether something read from a file is a packed pointer. */
export function isPackedPointer(value: unknown): value is PackedPointer {
  return packedPointer.safeParse(value).success;
}

export function packPointer({ about, evidence, panels }: Pointer): PackedPointer {
  const shape = panels.paper.members[0]?.shape;
  if (shape === undefined) throw new Problem("A pointer without a network cannot be written.");
  const pack = ({ lens: { candidates, places }, members }: Panel): PackedPanel => ({
    candidates,
    places,
    members: members.map(packNetwork),
  });
  return {
    about,
    evidence: evidence.map(({ name }) => name),
    shape,
    panels: { paper: pack(panels.paper), blind: pack(panels.blind) },
  };
}

export function unpackPointer({ about, evidence: names, shape, panels }: PackedPointer): Pointer {
  const evidence = evidenceNamed(names);
  const compared = comparedColumns(evidence);
  const width = evidence.reduce((sum, { columns }) => sum + columns.length, 0) + compared.length;
  if (shape.features !== width || shape.places !== placeColumns.length)
    throw new Problem("The weights of the pointer are of another version; train them again.");
  const unpack = ({ candidates, places, members }: PackedPanel): Panel => ({
    lens: { compared, candidates, places },
    members: members.map((member) => unpackNetwork(member, shape)),
  });
  const made = Object.fromEntries(protocols.map((protocol) => [protocol, unpack(panels[protocol])]));
  return { about, evidence, panels: made as Record<Protocol, Panel> };
}

function packNetwork({ shape, parameters }: Network): PackedPanel["members"][number] {
  const numbers: number[] = [];
  const steps: number[] = [];
  for (const { name, rows, columns } of parametersOf(shape)) {
    const values = parameters.get(name)!;
    for (let row = 0; row < rows; row++) {
      const own = values.subarray(row * columns, (row + 1) * columns);
      const step = Math.fround(own.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127);
      steps.push(step);
      for (const value of own) numbers.push(Math.round(value / step));
    }
  }
  return { numbers: encode(Int8Array.from(numbers)), steps: encode(Float32Array.from(steps)) };
}

function unpackNetwork(packed: PackedPanel["members"][number], shape: Shape): Network {
  const numbers = new Int8Array(decode(packed.numbers));
  const steps = new Float32Array(decode(packed.steps));
  const layout = parametersOf(shape);
  const total = (of: (parameter: Parameter) => number) => layout.reduce((sum, parameter) => sum + of(parameter), 0);
  if (numbers.length !== total(({ rows, columns }) => rows * columns) || steps.length !== total(({ rows }) => rows))
    throw new Problem("The weights of the pointer are damaged; train them again.");
  const parameters = new Map<string, Float32Array>();
  let [at, row] = [0, 0];
  for (const { name, rows, columns } of layout) {
    const first = row;
    const values = Float32Array.from(
      { length: rows * columns },
      (_, k) => numbers[at + k]! * steps[first + Math.floor(k / columns)]!,
    );
    parameters.set(name, values);
    at += rows * columns;
    row += rows;
  }
  return { shape, parameters };
}

function encode({ buffer }: { readonly buffer: ArrayBufferLike }): string {
  let text = "";
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

function decode(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}
