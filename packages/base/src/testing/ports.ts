import { createServer } from "node:net";

/** Twenty ports for each process, below those that the system assigns: nobody else gets one while its server is down. */
const ownPorts = Array.from({ length: 20 }, (_, k) => 20_000 + (process.pid % 500) * 20 + k);

/** A free port of this machine that no other test gets. */
export async function portToKeep(): Promise<number> {
  for (let port = ownPorts.shift(); port !== undefined; port = ownPorts.shift()) if (await isFree(port)) return port;
  throw new Error("no port is left for this process");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
