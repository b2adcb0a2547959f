import { isIPv6 } from "node:net";
import { Recent } from "@plotline/base";

/** How often somebody may fail to sign in before they have to wait. */
const most = 10;
const window = 15 * 60_000;

/** Failed attempts by address; a network of IPv6 (/64) is one address, because one person has all of it. */
export class Attempts {
  private readonly failures = new Recent<string, readonly number[]>(20_000);

  constructor(private readonly now: () => number = Date.now) {}

  /** How many seconds this address has to wait before it may try again; 0 where it may now. */
  secondsToWait(address: string): number {
    const recent = this.recent(address);
    if (recent.length < most) return 0;
    return Math.max(1, Math.ceil(((recent.at(-most) ?? 0) + window - this.now()) / 1000));
  }

  failed(address: string): void {
    this.failures.set(networkOf(address), [...this.recent(address), this.now()].slice(-most));
  }

  private recent(address: string): readonly number[] {
    return (this.failures.get(networkOf(address)) ?? []).filter((at) => this.now() - at < window);
  }
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const [first, last] = [head.split(":").filter(Boolean), (tail ?? "").split(":").filter(Boolean)];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
