import type { Emitter } from "../backends/onnx/emit.ts";
import { gradients } from "../gradients.ts";
import { executionOrder, type Kind, operation, type Step, Tensor } from "../graph.ts";
import { misfit, type Shape, showShape } from "../shape.ts";
import { add, constant, multiply } from "./arithmetic.ts";
import { sum } from "./reduce.ts";

/** What a loop reads. Gradients flow to the states, the steps and what is given, not to marks and what is fixed. */
export interface Looped {
  /** Before the first step; a body gets those before its own. */
  readonly states: readonly Tensor[];
  /** [T, …]: a body gets one step of each. */
  readonly steps: readonly Tensor[];
  readonly marks?: readonly Tensor[];
  /** The same at every step. */
  readonly given?: readonly Tensor[];
  readonly fixed?: readonly Tensor[];
}

/** What one step makes: the next states, and what is kept of it. */
export interface Stepped {
  readonly states: readonly Tensor[];
  readonly outputs: readonly Tensor[];
}

export type LoopBody = (inner: Required<Looped>) => Stepped;

/**
 * A loop over the first axis: the states after its last step, and the outputs of all steps, [T, …]. The body is a graph
 * of its own; weights that it uses are found, everything else that comes from outside must be handed in. The gradient is
 * the loop run the other way, with each step computed again from the state before it.
 */
export function scan(looped: Looped, body: LoopBody, { backwards = false } = {}): Stepped {
  const { states, steps, marks = [], given = [], fixed = [] } = looped;
  const outer = { states, steps, marks, given, fixed };
  const inner = placeholders(outer);
  const made = body(inner);
  made.states.forEach((state, place) => {
    const before = states[place];
    if (before === undefined || showShape(state.shape) !== showShape(before.shape))
      throw misfit("scan", `state ${place + 1}`, showShape(before?.shape ?? []), showShape(state.shape));
  });
  const weights = outside([...made.states, ...made.outputs], inner);
  const [length = 1] = [...steps, ...marks].map(({ shape }) => shape[0]);
  const stacked = ({ shape, type }: Kind): Kind => ({ shape: [length, ...shape], type });
  const makes = [...states, ...[...made.outputs, ...states].map(stacked)];
  const results = operation("scan", [...Object.values(outer).flat(), ...weights], {
    makes,
    inner: [...made.states, ...made.outputs],
    onnx: (to, names) => scanned(to, { inner, made, weights, backwards }, names),
    gradient: (upstream, results) => {
      const products = [...inner.given, ...weights].map((tensor) => productsWith(tensor, made));
      const back = gradientLoop({ ...outer, weights, products }, body, upstream, results, !backwards);
      const [none, nor] = [marks.map(() => undefined), fixed.map(() => undefined)];
      return [...back.states, ...back.steps, ...none, ...back.given, ...nor, ...back.weights];
    },
  });
  const kept = states.length + made.outputs.length;
  return { states: results.slice(0, states.length), outputs: results.slice(states.length, kept) };
}

/** What stands in the body for what is handed in. */
function placeholders({ states, steps, marks, given, fixed }: Required<Looped>): Required<Looped> {
  const stands = (what: string, some: readonly Tensor[], shapeOf = (shape: Shape) => shape) =>
    some.map(({ shape, type }, place) => new Tensor(shapeOf(shape), type, { feed: "data", name: `${what} ${place}` }));
  const ofStep = (shape: Shape) => shape.slice(1);
  return {
    states: stands("state", states),
    steps: stands("step", steps, ofStep),
    marks: stands("mark", marks, ofStep),
    given: stands("given", given),
    fixed: stands("fixed", fixed),
  };
}

function outside(results: readonly Tensor[], inner: Required<Looped>): Tensor[] {
  const own = new Set(Object.values(inner).flat());
  return executionOrder(results).feeds.filter((tensor) => !own.has(tensor));
}

/** The steps of a body where a tensor is a product's second operand; none where it is used in another way too. */
function productsWith(tensor: Tensor, { states, outputs }: Stepped): Step[] {
  const uses = executionOrder([...states, ...outputs]).steps.filter(({ inputs }) => inputs.includes(tensor));
  return uses.every(({ inputs, overSteps }) => overSteps !== undefined && inputs[0] !== tensor) ? uses : [];
}

interface Differentiated extends Required<Looped> {
  readonly weights: readonly Tensor[];
  /** Of what is given and of each weight. */
  readonly products: readonly (readonly Step[])[];
}

/**
 * Its states are the gradients of the loop's states, and the sums of those of what is the same at every step. Where that
 * is only the second operand of products, no sum is carried along: the loop keeps the first operands and their upstream
 * gradients, and one large product after it takes the place of a small one at every step.
 */
function gradientLoop(
  { states, steps, marks, given, fixed, weights, products }: Differentiated,
  body: LoopBody,
  upstream: readonly (Tensor | undefined)[],
  results: readonly Tensor[],
  backwards: boolean,
) {
  const zero = ({ shape }: Tensor) => constant(0, shape);
  const flow = results.map((result, place) => upstream[place] ?? zero(result));
  const before = results.slice(-states.length);
  const dOutputs = flow.slice(states.length, -states.length);
  const isSummed = (_: Tensor, place: number) => products[place]!.length === 0;
  const looped = {
    states: [...flow.slice(0, states.length), ...[...given, ...weights].filter(isSummed).map(zero)],
    steps: [...steps, ...before, ...dOutputs],
    marks,
    given,
    fixed,
  };
  const back = scan(
    looped,
    (inner) => {
      const own = inner.steps.slice(0, steps.length);
      const at = inner.steps.slice(steps.length, steps.length + states.length);
      const made = body({ states: at, steps: own, marks: inner.marks, given: inner.given, fixed: inner.fixed });
      const downstream = [...inner.states.slice(0, states.length), ...inner.steps.slice(steps.length + states.length)];
      const weighed = [...made.states, ...made.outputs].map((each, place) => sum(multiply(each, downstream[place]!)));
      const shared = [...inner.given, ...weights];
      const summed = shared.filter(isSummed);
      const multiplied = shared.flatMap((tensor, place) => (isSummed(tensor, place) ? [] : productsWith(tensor, made)));
      const ends = [at, summed, own, multiplied.map(({ results }) => results[0]!)];
      const [ofStates, sums, ofSteps, ofProducts] = inParts(gradients(weighed.reduce(add), ends.flat()), ends);
      return {
        states: [...ofStates!, ...sums!.map((each, place) => add(inner.states[states.length + place]!, each))],
        outputs: [...ofSteps!, ...multiplied.map(({ inputs }) => inputs[0]!), ...ofProducts!],
      };
    },
    { backwards },
  );
  const sums = back.states.slice(states.length).values();
  const [ofSteps, firsts, ofProducts] = inParts(back.outputs, [steps, products.flat(), products.flat()]);
  const operands = firsts!.map((first, place) => [first, ofProducts![place]!] as const).values();
  const ofShared = products.map((own) => {
    if (own.length === 0) return sums.next().value!;
    return own.map(({ overSteps }) => overSteps!(...operands.next().value!)).reduce(add);
  });
  return {
    states: back.states.slice(0, states.length),
    given: ofShared.slice(0, given.length),
    weights: ofShared.slice(given.length),
    steps: ofSteps!,
  };
}

/** A list in parts as long as others. */
function inParts<T>(list: readonly T[], like: readonly (readonly unknown[])[]): T[][] {
  const items = list.values();
  return like.map((part) => part.map(() => items.next().value!));
}

interface Emitted {
  readonly inner: Required<Looped>;
  readonly made: Stepped;
  readonly weights: readonly Tensor[];
  readonly backwards: boolean;
}

/** An ONNX `Scan`: its body sees the values around it by their names. */
function scanned(to: Emitter, { inner, made, weights, backwards }: Emitted, names: readonly string[]): string[] {
  const looped = [...inner.states, ...inner.steps, ...inner.marks];
  const within = to.within("scan");
  for (const tensor of looped) within.bodyInput(tensor);
  [...inner.given, ...inner.fixed, ...weights].forEach((tensor, place) => {
    within.known(tensor, names[looped.length + place]!);
  });
  for (const step of executionOrder([...made.states, ...made.outputs]).steps) within.step(step);
  for (const tensor of [...made.states, ...made.outputs, ...inner.states]) within.output(tensor);
  const [states, outputs] = [inner.states.length, made.outputs.length + inner.states.length];
  const inputs = looped.length - states;
  return to.ops("Scan", names.slice(0, looped.length), states + outputs, {
    body: within.graph,
    num_scan_inputs: inputs,
    scan_input_directions: Array(inputs).fill(Number(backwards)),
    scan_output_directions: Array(outputs).fill(Number(backwards)),
  });
}
