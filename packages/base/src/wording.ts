/** A number of things: `1 chapter`, `2,314 chapters`. */
export function counted(count: number, what: string, plural = `${what}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? what : plural}`;
}
