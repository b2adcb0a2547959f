import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { optionNamed } from "../../wording.ts";

/** Adds an option for some settings of a run, from their schema: description, default and allowed values. */
export function withSettings<Shape extends z.core.$ZodLooseShape>(
  made: Command,
  schema: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
): Command {
  for (const name of names) made.addOption(settingOption(name, schema.shape[name]));
  return made;
}

/** The settings of a run among the options of a command; those that have no option get their defaults. */
export function settingsIn<Schema extends z.ZodObject>(schema: Schema, options: object): z.infer<Schema> {
  return schema.parse(onlySettings(schema, options));
}

/** The same without defaults: only the settings whose option was given. */
export function onlySettings<Schema extends z.ZodObject>(schema: Schema, options: object): Partial<z.infer<Schema>> {
  const own = Object.entries(options).filter(([name, value]) => name in schema.shape && value !== undefined);
  return Object.fromEntries(own) as Partial<z.infer<Schema>>;
}

function settingOption(name: string, field: z.ZodType): Option {
  const flag = optionNamed(name);
  const about = field.description ?? "";
  const type = withoutDefault(field);
  const value = field.safeParse(undefined).data;
  if (type instanceof z.ZodBoolean) return new Option(flag, about);
  if (type instanceof z.ZodEnum)
    return new Option(`${flag} <name>`, about).choices(type.options.map(String)).default(value);
  return new Option(`${flag} <number>`, about).argParser((text) => parsed(type, text)).default(value);
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
