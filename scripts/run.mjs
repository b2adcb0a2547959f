// `npm run bench -- align CORPUS`, `npm run train -- names LITBANK`: runs a command of bench/ or training/ from the sources, in the
// folder in which it was typed. Without a name it lists the commands.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, stop } from "./setup.mjs";

const [folder = "", name, ...words] = process.argv.slice(2);
const known = readdirSync(join(root, folder))
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -".ts".length));
if (name === undefined || !known.includes(name))
  stop(`${name === undefined ? "name a command" : `there is no ${name}`} of ${folder}: ${known.join(", ")}.`);

const fromSources = ["--conditions=@plotline/source", "--import", join(root, "scripts", "sources.mjs")];
const { status } = spawnSync(process.execPath, [...fromSources, join(root, folder, `${name}.ts`), ...words], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
