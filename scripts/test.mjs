// `npm test`: sets up what the tests need, then formatting, types, build and every test.
// `npm test -- src/align` runs the tests of one folder.
import { installComponents } from "./components.mjs";
import { build, installPackages, run } from "./setup.mjs";

installPackages();
installComponents();
build();
run("npm", ["exec", "--no", "--", "biome", "check", "--error-on-warnings", "."]);
run("npm", ["exec", "--no", "--", "tsc", "--noEmit", "-p", "."]);
run("npm", ["exec", "--no", "--", "vitest", "run", ...process.argv.slice(2)]);
