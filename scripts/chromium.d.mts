export function findChromium(): string;
export function installChromium(): string;
