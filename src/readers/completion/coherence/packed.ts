import { Problem } from "../../../problem.ts";
import { stretches } from "./cut.ts";
import { CoherenceNetwork, type Sizes } from "./network.ts";
import { tableRows } from "./spelling.ts";

/** A network as a data file: each array of weights in 8 bits a number, in base64, with the size of a step. */
export interface PackedNetwork {
  readonly sizes: Sizes;
  readonly weights: Readonly<Record<string, { readonly step: number; readonly bytes: string }>>;
}

export function packNetwork({ sizes, weights }: CoherenceNetwork): PackedNetwork {
  const names = Object.keys(shapesOf(sizes));
  return {
    sizes,
    weights: Object.fromEntries(names.map((name) => [name, packed(weights[name] ?? new Float32Array(0))])),
  };
}

export function unpackNetwork({ sizes, weights }: PackedNetwork): CoherenceNetwork {
  const read = Object.entries(shapesOf(sizes)).map(([name, size]) => {
    const { step = 0, bytes = "" } = weights[name] ?? {};
    const numbers = Float32Array.from(atob(bytes), (letter) => ((letter.charCodeAt(0) << 24) >> 24) * step);
    if (numbers.length !== size)
      throw new Problem(`The weights of the completion scorer are of another version ("${name}"); train them again.`);
    return [name, numbers] as const;
  });
  return new CoherenceNetwork(sizes, Object.fromEntries(read));
}

/** How many numbers each array has. */
function shapesOf(sizes: Sizes): Record<string, number> {
  const { given, opening, width, hidden, meeting } = sizes;
  return {
    tokens: tableRows(sizes) * width,
    stretches: stretches * hidden,
    "begun.weight": given * width * hidden,
    "begun.bias": hidden,
    "begun.out.weight": hidden * meeting,
    "begun.out.bias": meeting,
    "continued.weight": (opening + 1) * width * hidden,
    "continued.bias": hidden,
    "continued.out.weight": hidden * meeting,
    "continued.out.bias": meeting,
  };
}

function packed(numbers: Float32Array): { step: number; bytes: string } {
  let largest = 1e-9;
  for (const number of numbers) largest = Math.max(largest, Math.abs(number));
  const step = Number((largest / 127).toPrecision(6));
  let text = "";
  for (const number of numbers)
    text += String.fromCharCode(Math.max(-127, Math.min(127, Math.round(number / step))) & 255);
  return { step, bytes: btoa(text) };
}
