import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../bin/plotline.mjs", import.meta.url));

/**
 * Makes the quick table of a corpus in a process of its own, at the lowest priority; the Results screen shows it as it
 * grows. It ends with this process, however that ends, and resumes the next time.
 */
export function tableInBackground(folder: string, onFailure: (sentence: string) => void): void {
  const words = ["table", folder, "--quick", "--quiet", "--json"];
  const made = fork(command, words, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let said = "";
  made.stderr?.on("data", (text) => (said = `${said}${text}`.slice(-1000)));
  made.once("close", (code) => {
    if (code !== 0)
      onFailure(`the table in the background was not finished: ${said.trim().replace(/^plotline: /, "")}`);
  });
}
