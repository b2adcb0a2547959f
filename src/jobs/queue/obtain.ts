import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Problem } from "../../problem.ts";
import { type Bundle, type BundleFile, bundleHash, hashOf } from "./bundle.ts";
import { sharedPlace } from "./offer.ts";

export interface ObtainOptions {
  /** Where what was fetched stays. */
  readonly cache: string;
  /** A folder that the feeder's machine sees too. */
  readonly share?: string | undefined;
}

/** No model or dataset that is fetched is larger than this. */
const mostBytes = 64 * 2 ** 30;

/** Folders by their content: from the cache, from the shared folder, or from where the feeder serves them. */
export class Obtainer {
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(private readonly options: ObtainOptions) {}

  /** Where the folder is on this machine; several may ask for one at a time. */
  folder(bundle: Bundle, at: readonly string[]): Promise<string> {
    const known = this.underWay.get(bundle.hash) ?? this.find(bundle, at);
    this.underWay.set(bundle.hash, known);
    known.catch(() => this.underWay.delete(bundle.hash));
    return known;
  }

  private async find(bundle: Bundle, at: readonly string[]): Promise<string> {
    if (bundleHash(bundle.files) !== bundle.hash)
      throw new Problem(`The list of files of "${bundle.name}" is not true.`);
    const place = join(this.options.cache, "folders", bundle.hash);
    if (existsSync(place)) return place;
    const shared = this.options.share === undefined ? undefined : sharedPlace(this.options.share, bundle);
    if (shared !== undefined && existsSync(shared)) {
      await mustBeTrue(shared, bundle);
      return shared;
    }
    return this.fetch(bundle, at, place);
  }

  private async fetch(bundle: Bundle, at: readonly string[], place: string): Promise<string> {
    const bytes = bundle.files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > mostBytes)
      throw new Problem(`"${bundle.name}" has ${bytes} bytes; more than ${mostBytes} are not fetched.`);
    const faults: string[] = this.options.share === undefined ? [] : [`it is not in ${this.options.share}`];
    for (const address of at) {
      const partial = `${place}.${process.pid}.partial`;
      try {
        for (const file of bundle.files) await fetched(address, file, join(partial, file.path));
        await rename(partial, place);
        return place;
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        faults.push(`${address}: ${error instanceof Error ? reasonOf(error) : String(error)}`);
      }
    }
    const why = faults.length === 0 ? "nobody serves it" : faults.join("; ");
    throw new Problem(
      `This worker is without "${bundle.name}" (${bundle.hash.slice(0, 12)}): ${why}. Give worker and feeder one --share folder, or start the feeder with --serve and an address that the worker reaches.`,
    );
  }
}

function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}

async function fetched(address: string, { hash, size }: BundleFile, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const answer = await fetch(`${address}/${hash}`, { redirect: "error", signal: AbortSignal.timeout(60 * 60_000) });
  if (answer.status !== 200 || answer.body === null) throw new Error(`HTTP ${answer.status}`);
  await pipeline(chunks(answer.body, size), createWriteStream(to, { flags: "wx" }));
  if ((await hashOf(to)) !== hash) throw new Error("what came is not what was asked for");
}

async function* chunks(body: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let seen = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    seen += part.value.length;
    if (seen > size) throw new Error("more came than was asked for");
    yield part.value;
  }
}

async function mustBeTrue(folder: string, { name, files }: Bundle): Promise<void> {
  for (const { path, hash } of files)
    if ((await hashOf(join(folder, path)).catch(() => "")) !== hash)
      throw new Problem(`${join(folder, path)} is not the file of "${name}" that it should be: remove ${folder}.`);
}
