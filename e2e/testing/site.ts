import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { root } from "./plotline.ts";

/** The app as static files, made anew. */
export async function builtSite(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "plotline-site-"));
  const configFile = join(root, "packages/app/src/web/vite.config.ts");
  // As `npm run site` does, and not as code under test is built.
  const { NODE_ENV: before = "" } = process.env;
  process.env["NODE_ENV"] = "production";
  await build({ configFile, mode: "site", logLevel: "error", build: { outDir, emptyOutDir: true } });
  process.env["NODE_ENV"] = before;
  return outDir;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** As the plainest file server has it, in a folder of its site; knows what it was asked for and does not have. */
export async function serveFiles(folder: string, prefix = "/some/where/") {
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname);
    const file = join(folder, path.slice(prefix.length).replace(/^$|\/$/, "index.html"));
    if (!path.startsWith(prefix) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      missing.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packedSize = (url: string) => {
    const path = decodeURIComponent(new URL(url).pathname).slice(prefix.length);
    return gzipSync(readFileSync(join(folder, path || "index.html")), { level: 9 }).length;
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `${origin}${prefix}`, origin, missing, packedSize, close };
}
