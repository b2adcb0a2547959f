import { Problem } from "@plotline/base";
import { judgeDefaults, keyVariable, type Price } from "@plotline/judge";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Common } from "../command.ts";
import { fileToWrite, numberOption } from "./values.ts";

/** A language model that the user names, and how it is asked. Without --judge nothing is sent anywhere. */
export interface JudgeChoice extends Common {
  readonly judge?: string;
  readonly model?: string;
  readonly batch?: string;
  readonly answers?: readonly string[];
  readonly context: number;
  readonly price?: Price;
  readonly budget?: number;
  readonly parallel: number;
  readonly dryRun?: boolean;
  readonly sendRestricted?: boolean;
  readonly anyway?: boolean;
}

export function withJudge(made: Command): Command {
  return made
    .option("--judge <url>", `ask a language model at this address; its key, if any, is in ${keyVariable}`)
    .option("--model <name>", "with --judge: the model, as its server calls it")
    .option("--batch <file>", "write the requests in OpenAI's batch form instead of sending them", fileToWrite)
    .option("--answers <file...>", "read answers in OpenAI's batch form")
    .addOption(
      numberOption(
        "--context <tokens>",
        "the model's context window, input and output together",
        judgeDefaults.context,
      ),
    )
    .addOption(new Option("--price <in,out>", "price per million tokens sent, received").argParser(price))
    .addOption(
      new Option("--budget <number>", "stop before more is spent: money with --price, otherwise tokens").argParser(
        positive,
      ),
    )
    .addOption(numberOption("--parallel <number>", "parallel requests", 4))
    .option("--dry-run", "show what would be sent and its cost, and end")
    .option("--send-restricted", "send texts whose licence forbids redistribution or is unknown");
}

export function isJudged({ judge, batch, answers, dryRun, ...rest }: Partial<JudgeChoice>): boolean {
  if (judge !== undefined || batch !== undefined || answers !== undefined || dryRun === true) return true;
  const idle = (["model", "price", "budget", "sendRestricted"] as const).find((name) => rest[name] !== undefined);
  if (idle === undefined) return false;
  const option = idle === "sendRestricted" ? "--send-restricted" : `--${idle}`;
  throw new Problem(`${option} is for a language model: --judge, --batch, --answers or --dry-run goes with it.`);
}

function price(text: string): Price {
  const [sent, received, ...more] = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (sent === undefined || received === undefined || more.length > 0 || !(sent >= 0 && received >= 0))
    throw new InvalidArgumentError("Must be two prices, like 0.15,0.60.");
  return { sent, received };
}

function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("Must be above 0.");
  return value;
}
