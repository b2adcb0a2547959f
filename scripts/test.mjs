// `npm test`: sets up what the tests need, then formatting, types, build and what a contributor may break.
// `npm test -- packages/align` runs the tests of one folder. `npm run test:all` adds what is slow (files that end in
// .slow.test.ts): documented commands, the packages in an empty project, a clone, hostile giants, kills.
import { installComponents } from "./components.mjs";
import { build, installPackages, installRuntime, installTabRuntime, run } from "./setup.mjs";

const words = process.argv.slice(2);
const all = words.includes("--all");
installPackages();
installRuntime();
if (all) installTabRuntime();
installComponents();
build();
run("npm", ["exec", "--no", "--", "biome", "check", "--error-on-warnings", "."]);
run("npm", ["exec", "--no", "--", "tsc", "--noEmit", "-p", "."]);
const env = { ...process.env, ...(all && { PLOTLINE_ALL: "1" }) };
run("npm", ["exec", "--no", "--", "vitest", "run", ...words.filter((word) => word !== "--all")], { env });
