/** Names of files in a page, where slashes part them. */
export const sep = "/";

export function basename(path: string, ending = ""): string {
  const name = path.split("/").findLast((part) => part !== "") ?? "";
  return ending !== "" && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

export function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function join(...parts: string[]): string {
  return parts.join("/");
}

export function resolve(...parts: string[]): string {
  return join(...parts);
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

export function relative(_: string, to: string): string {
  return to;
}
