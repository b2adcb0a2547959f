import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sumOf } from "../../lists.ts";
import { Problem } from "../../problem.ts";
import { type Bundle, type BundleFile, hashOf, makeOnce, readList } from "./bundle.ts";
import { fileScheme, sharedPlace } from "./offer.ts";
import type { Seal } from "./seal.ts";

interface ObtainOptions {
  readonly cache: string;
  /** A folder that the feeder's machine sees too. */
  readonly share?: string;
}

/** Larger models and datasets are not fetched, nor longer lists of files. */
const mostBytes = 64 * 2 ** 30;
const mostListBytes = 256 * 2 ** 20;
/** Files that are fetched at a time. */
const together = 8;

type Chunks = AsyncIterable<Uint8Array>;

/** A source of a bundle: its list, and each file by its hash or its path. */
interface Source {
  readonly name: string;
  list(): Promise<string>;
  file(file: BundleFile): Promise<Chunks>;
}

/** Folders by their content: from the cache, from the shared folder, or from where the feeder serves them. */
export class Obtainer {
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(
    private readonly options: ObtainOptions,
    private readonly seal: Seal,
  ) {}

  /** Where the folder is on this machine; several may ask for one at a time. */
  folder(bundle: Bundle, at: readonly string[]): Promise<string> {
    const known = this.underWay.get(bundle.hash) ?? this.find(bundle, at);
    this.underWay.set(bundle.hash, known);
    known.catch(() => this.underWay.delete(bundle.hash));
    return known;
  }

  private async find(bundle: Bundle, at: readonly string[]): Promise<string> {
    const place = join(this.options.cache, "folders", bundle.hash);
    if (existsSync(place)) return place;
    const { share } = this.options;
    const faults: string[] = [];
    for (const source of [
      ...(share === undefined ? [] : [fromShare(share, bundle)]),
      ...at.map((address) => served(address, bundle, this.seal)),
    ])
      try {
        return await fetched(source, bundle, place);
      } catch (error) {
        faults.push(`${source.name}: ${reasonOf(error)}`);
      }
    const why = faults.length === 0 ? "nobody serves it" : faults.join("; ");
    throw new Problem(
      `This worker does not have "${bundle.name}" (${bundle.hash.slice(0, 12)}): ${why}. Give worker and feeder one --share folder, or start the feeder with --serve and an address that the worker reaches.`,
    );
  }
}

/** Complete or not at all, and nothing but what was asked for. */
async function fetched(source: Source, bundle: Bundle, place: string): Promise<string> {
  const files = readList(bundle, await source.list());
  const bytes = sumOf(files, ({ size }) => size);
  if (bytes > mostBytes) throw new Error(`it has ${bytes} bytes, and more than ${mostBytes} are not fetched`);
  await makeOnce(place, (partial) => fetchInto(partial, source, files));
  return place;
}

/** Ends when no file is being written any more, so that what is removed after a fault stays removed. */
async function fetchInto(folder: string, source: Source, files: readonly BundleFile[]): Promise<void> {
  const waiting = files.values();
  let isCutShort = false;
  const fetchNext = async () => {
    for (const file of waiting) {
      if (isCutShort) return;
      await put(await source.file(file), file, join(folder, file.path));
    }
  };
  const stop = (error: unknown) => {
    isCutShort = true;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: together }, () => fetchNext().catch(stop)));
  const fault = ends.find((end) => end.status === "rejected");
  if (fault !== undefined) throw fault.reason;
}

async function put(chunks: Chunks, { hash, size, path }: BundleFile, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await pipeline(atMost(chunks, size), createWriteStream(to, { flags: "wx" }));
  if ((await hashOf(to)) !== hash) throw new Error(`${path} is not the file that was asked for`);
}

function fromShare(share: string, bundle: Bundle): Source {
  const place = sharedPlace(share, bundle);
  return {
    name: share,
    async list() {
      if (!existsSync(place.list)) throw new Error("it does not exist");
      return readFile(place.list, "utf8");
    },
    file: async ({ path }) => createReadStream(join(place.files, path)),
  };
}

function served(address: string, bundle: Bundle, seal: Seal): Source {
  return {
    name: address,
    async list() {
      const parts: Uint8Array[] = [];
      const limit = Math.min(bundle.size, mostListBytes);
      for await (const part of atMost(await download(address, bundle.hash, seal), limit)) parts.push(part);
      return Buffer.concat(parts).toString("utf8");
    },
    file: ({ hash }) => download(address, hash, seal),
  };
}

async function download(address: string, hash: string, seal: Seal): Promise<Chunks> {
  const headers = { authorization: `${fileScheme} ${seal.on("file", hash).toString("hex")}` };
  const signal = AbortSignal.timeout(60 * 60_000);
  const answer = await fetch(`${address}/${hash}`, { headers, redirect: "error", signal });
  if (answer.status !== 200 || answer.body === null) throw new Error(`HTTP ${answer.status}`);
  return chunksOf(answer.body);
}

async function* chunksOf(body: ReadableStream<Uint8Array>): Chunks {
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

async function* atMost(chunks: Chunks, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.length;
    if (seen > size) throw new Error("more came than was asked for");
    yield chunk;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? `it does not answer (${cause.code})` : error.message;
}
