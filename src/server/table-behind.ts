import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../bin/plotline.mjs", import.meta.url));

/**
 * Makes the quick table of a corpus in a process of its own, at the lowest priority; the Results screen shows it as it
 * grows. It ends with this process, however that ends, and goes on where it was the next time.
 */
export function tableBehind(folder: string): void {
  fork(command, ["table", folder, "--quick", "--quiet", "--json"], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
}
