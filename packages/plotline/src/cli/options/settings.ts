import { optionNamed } from "@plotline/base";
import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";

/**
 * Adds an option for some settings of a run, from their schema: description and allowed values. The default is only
 * described: the schema has it, and a resumed run keeps what it was started with.
 */
export function withSettings<Shape extends z.core.$ZodLooseShape>(
  made: Command,
  schema: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
): Command {
  for (const name of names) made.addOption(settingOption(name, schema.shape[name]));
  return made;
}

/** The settings of a run among the options of a command, with the defaults of those that were not given. */
export function settingsIn<Schema extends z.ZodObject>(schema: Schema, options: object): z.infer<Schema> {
  return schema.parse(givenSettings(schema, options));
}

/** Only the settings whose option was given. */
export function givenSettings<Schema extends z.ZodObject>(schema: Schema, options: object): Partial<z.infer<Schema>> {
  const given = new Map(Object.entries(options));
  const own = Object.keys(schema.shape).filter((name) => given.get(name) !== undefined);
  return Object.fromEntries(own.map((name) => [name, given.get(name)])) as Partial<z.infer<Schema>>;
}

function settingOption(name: string, field: z.ZodType): Option {
  const flag = optionNamed(name);
  const type = withoutDefault(field);
  if (type instanceof z.ZodBoolean) return new Option(flag, field.description);
  const value = field.safeParse(undefined).data;
  const about = `${field.description}${value === undefined ? "" : ` (default: ${value})`}`;
  if (type instanceof z.ZodEnum) return new Option(`${flag} <name>`, about).choices(type.options.map(String));
  return new Option(`${flag} <number>`, about).argParser((text) => parsed(type, text));
}

function withoutDefault(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodExactOptional ? withoutDefault(field.unwrap()) : field;
}

function parsed(type: z.core.$ZodType, text: string): unknown {
  const value = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  const read = z.safeParse(type, value);
  if (read.success) return read.data;
  throw new InvalidArgumentError(read.error.issues[0]?.message ?? "");
}
