// `npm run bench -- align CORPUS`, `npm run train -- names LITBANK`: runs a command of bench/ or training/ from the sources, in the
// folder in which it was typed. Without a name it lists the commands; --help shows how one is used.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages, root, stop } from "./setup.mjs";

const [folder = "", name = "", ...words] = process.argv.slice(2);
const place = join(root, folder);
/** A command begins with a comment that says how it is used. */
const known = readdirSync(place, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      file.endsWith(".ts") && !file.startsWith("kit") && readFileSync(join(place, file), "utf8").startsWith("//"),
  )
  .map((file) => file.slice(0, -".ts".length).replaceAll("\\", "/"));
if (!known.includes(name)) stop(`${folder} has the commands ${known.join(", ")}.`);

installPackages();
const fromSources = ["--conditions=@plotline/source", "--import", join(root, "scripts", "sources.mjs")];
const { status } = spawnSync(process.execPath, [...fromSources, join(place, `${name}.ts`), ...words], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
