import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/**
 * Chromium brings SwiftShader, a graphics card made of software: slow, but it computes what a card computes. What a
 * process needs in its environment to use it, or undefined where there is none.
 */
export function softwareCard(): NodeJS.ProcessEnv | undefined {
  const programs = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [process.env["PLOTLINE_CHROMIUM"] ?? "", ...programs].filter((program) => existsSync(program));
  const folders = [...found.map((program) => dirname(realpathSync(program))), ...places];
  const driver = folders.map((folder) => join(folder, "vk_swiftshader_icd.json")).find((file) => existsSync(file));
  return driver === undefined ? undefined : environment(driver);
}

/** Vulkan finds no card at all. */
export const noCard = environment("no such file");

function environment(driver: string): NodeJS.ProcessEnv {
  return { ...process.env, VK_DRIVER_FILES: driver, VK_ICD_FILENAMES: driver, XDG_RUNTIME_DIR: "/tmp" };
}

const names = ["chromium", "chromium-browser", "google-chrome"];
const places = ["/usr/lib/chromium", "/usr/lib/chromium-browser", "/opt/google/chrome"];
