// The command line of a bench.
import { parseArgs } from "node:util";

/** Node's `parseArgs`; what it does not know is answered with one sentence and exit code 2. */
export function argumentsOf({ options = {}, allowPositionals = true } = {}) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const [what] = error.message.split(/[.\n]/, 1);
    console.error(`${what}; ${known.length === 0 ? "there are no options" : `there are ${known.join(", ")}`}.`);
    process.exit(2);
  }
}
