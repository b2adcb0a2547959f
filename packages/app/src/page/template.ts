import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Problem } from "@plotline/base";

/** The app in one file, as it was built, whether this runs from its sources or built. */
export function pageTemplate(): string {
  const built = fileURLToPath(new URL("../../dist/web/reading-page.html", import.meta.url));
  if (!existsSync(built))
    throw new Problem("The app has not been built, and the page is made of it: run npm run build.");
  return readFileSync(built, "utf8");
}
