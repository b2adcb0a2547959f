/** Names of files in a page, where slashes part them. */
export function basename(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? "";
}

export function join(...parts: string[]): string {
  return parts.join("/");
}

export function resolve(path: string): string {
  return path;
}
