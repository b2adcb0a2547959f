// What takes long to gather from a corpus is saved in its cache, for this build and these works.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { writeAtomically } from "../dist/write.js";

export async function gathered(corpus, works, { name, of }, gather) {
  const folder = join(corpus.folder, ".cache", "bench");
  const file = join(folder, `${name}-${buildHash()}-${await corpus.hash(works)}-${of}.bin`);
  try {
    return deserialize(readFileSync(file));
  } catch {
    const made = await gather();
    mkdirSync(folder, { recursive: true });
    writeAtomically(file, serialize(made));
    return made;
  }
}

/** Other code may gather other numbers, whatever its version says. */
function buildHash() {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  const files = readdirSync(dist, { recursive: true }).filter((name) => /\.(js|json)$/.test(name));
  const hash = createHash("sha256");
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(dist, name)));
  return hash.digest("hex").slice(0, 12);
}
