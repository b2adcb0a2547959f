import { isIPv4 } from "node:net";

/** Whether a host is this machine itself, which no other can reach under that name. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}
