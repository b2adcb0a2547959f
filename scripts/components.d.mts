export type Component = "chromium" | "redis" | "openssl" | "nginx";
export const components: Readonly<
  Record<Component, { readonly name: string; readonly package: string; readonly advice: string }>
>;
export function find(component: Component): string | undefined;
export function missing(component: Component): string | undefined;
export function installComponents(): void;
export function testFiles(component: Component): string[];
export function componentsOf(testFile: string): Component[];
