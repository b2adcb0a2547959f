import { find } from "../../../scripts/components.mjs";

/** What a process needs in its environment to use SwiftShader, a GPU made of software: slow, but it computes the same. */
export const softwareGpu = environment(find("vulkan") ?? "no such file");

/** Vulkan finds no GPU at all. */
export const noGpu = environment("no such file");

function environment(driver: string): NodeJS.ProcessEnv {
  return { ...process.env, VK_DRIVER_FILES: driver, VK_ICD_FILENAMES: driver, XDG_RUNTIME_DIR: "/tmp" };
}
