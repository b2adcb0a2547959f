import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Problem } from "../../problem.ts";
import { writeAtomically } from "../../write.ts";
import type { SentFolder } from "../executor.ts";
import { type Bundle, type Described, describeFolder, makeOnce } from "./bundle.ts";
import type { Seal } from "./seal.ts";

export interface OfferOptions {
  /** A folder that the workers' machines see too. */
  readonly share?: string;
  /** Where to serve files over HTTP, as `host:port`; by default this machine only, at any free port. */
  readonly serve?: string;
}

/** The authorization scheme by which a worker shows, for each file, that it knows the secret. */
export const fileScheme = "plotline";

/** Models and datasets as workers find them: in the shared folder, or at an HTTP address of ours. */
export class Offer {
  private readonly served = new Map<string, string | { readonly path: string; readonly size: number }>();
  private server: Server | undefined;
  private address: string | undefined;

  constructor(
    private readonly options: OfferOptions,
    private readonly seal: Seal,
  ) {}

  async add({ path, files }: SentFolder): Promise<Bundle> {
    const described = await describeFolder(path, files);
    if (this.options.share !== undefined) await putInto(this.options.share, path, described);
    if (this.options.share === undefined || this.options.serve !== undefined) {
      this.served.set(described.bundle.hash, described.list);
      for (const file of described.files) this.served.set(file.hash, { path: join(path, file.path), size: file.size });
      await this.listen();
    }
    return described.bundle;
  }

  get at(): string[] {
    return this.address === undefined ? [] : [this.address];
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.server === undefined ? resolve() : this.server.close(() => resolve())));
  }

  private async listen(): Promise<void> {
    if (this.server !== undefined) return;
    const { host, port } = placeOf(this.options.serve ?? "127.0.0.1");
    const server = createServer((request, response) => this.answer(request, response));
    server.maxConnections = 256;
    server.requestTimeout = 30_000;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          new Problem(`--serve ${host}:${port}: this machine cannot serve there (${error.code ?? error.message}).`),
        ),
      );
      server.listen(port, host, resolve);
    });
    this.server = server;
    const bound = (server.address() as AddressInfo).port;
    this.address = `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
  }

  /** Files are requested by their hash, so no path can lead elsewhere. */
  private answer(request: IncomingMessage, response: ServerResponse): void {
    const [, hash] = /^\/([0-9a-f]{64})$/.exec(request.url ?? "") ?? [];
    const found = hash === undefined ? undefined : this.served.get(hash);
    if (request.method !== "GET" || hash === undefined || found === undefined || !this.isWorker(request, hash)) {
      response.writeHead(request.method === "GET" ? 404 : 405, { connection: "close" }).end();
      return;
    }
    const size = typeof found === "string" ? Buffer.byteLength(found) : found.size;
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size });
    if (typeof found === "string") response.end(found);
    else
      createReadStream(found.path)
        .on("error", () => response.destroy())
        .pipe(response);
  }

  private isWorker({ headers }: IncomingMessage, hash: string): boolean {
    const [scheme, given = ""] = headers.authorization?.split(" ") ?? [];
    return scheme === fileScheme && this.seal.fits(Buffer.from(given, "hex"), "file", hash);
  }
}

export function placeOf(text: string): { host: string; port: number } {
  const [, host, port = "0"] = /^(\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new Problem(
      `--serve ${text}: write host:port, for example 10.0.0.5:8080, as the workers reach this machine.`,
    );
  if (host === "0.0.0.0" || host === "[::]")
    throw new Problem(`--serve ${text}: name the address by which the workers reach this machine.`);
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/** Where a bundle is in a shared folder: its files, and next to them their list. */
export function sharedPlace(share: string, { hash }: Pick<Bundle, "hash">): { files: string; list: string } {
  return { files: join(share, "plotline", hash), list: join(share, "plotline", `${hash}.json`) };
}

/** Complete or not at all: a worker that sees the list sees all files. */
async function putInto(share: string, folder: string, { bundle, list, files }: Described): Promise<void> {
  if (!existsSync(share)) throw new Problem(`--share ${share}: there is no such folder.`);
  const place = sharedPlace(share, bundle);
  if (existsSync(place.list)) return;
  await makeOnce(place.files, async (partial) => {
    for (const { path } of files) await copied(join(folder, path), join(partial, path));
  });
  writeAtomically(place.list, list);
}

async function copied(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}
