/** A number of things: `1 chapter`, `2,314 chapters`. */
export function counted(count: number, what: string, plural = `${what}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? what : plural}`;
}

/** A setting as an option of the command line: `learningRate` is `--learning-rate`. */
export function optionNamed(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
