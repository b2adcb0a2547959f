/** Only a team has a trail of what was done. */
export function recordWith(): void {}
