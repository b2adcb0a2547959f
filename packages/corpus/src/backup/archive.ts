import { Problem, sumOf } from "@plotline/base";
import { Sha256 } from "@plotline/base/sha256";
import { z } from "zod";
import { isPlainName } from "../folder-name.ts";
import type { Hash } from "../store/store.ts";
import {
  type ByteSource,
  damaged,
  directoryOf,
  type Packed,
  sourceOf,
  unzipped,
  type ZipEntry,
  zipped,
} from "./zip.ts";

/**
 * A corpus as one zip: its files under `corpus/`, sorted, and at the end `backup.json`, the list of them with their
 * hashes. The same corpus gives the same bytes, in Node and in a browser.
 */
const listName = "backup.json";
const listSchema = z.object({
  format: z.literal("plotline corpus backup 2"),
  corpus: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() })),
});
type List = z.infer<typeof listSchema>;
type Listed = List["files"][number];

/** A file of a corpus; its path is from the corpus folder, with slashes. */
export interface CorpusFile {
  readonly path: string;
  content(): ZipEntry["content"];
}

/** The bytes of a backup. */
export async function* archived(
  corpus: string,
  files: readonly CorpusFile[],
  newHash: () => Hash = () => new Sha256(),
): AsyncGenerator<Uint8Array> {
  const listed: Listed[] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    for (const { path, content } of sorted) {
      const hash = newHash();
      let size = 0;
      const counted = async function* () {
        for await (const bytes of content()) {
          hash.update(bytes);
          size += bytes.length;
          yield bytes;
        }
      };
      yield { name: `corpus/${path}`, content: counted() };
      listed.push({ path, size, sha256: hash.digest("hex") });
    }
    const list: List = { format: "plotline corpus backup 2", corpus, files: listed };
    yield { name: listName, content: [new TextEncoder().encode(`${JSON.stringify(list)}\n`)] };
  }
  yield* zipped(entries());
}

/** One corpus as its backup; several as a zip of their backups. */
export async function* archivedTogether(
  corpora: readonly { readonly corpus: string; readonly files: readonly CorpusFile[] }[],
): AsyncGenerator<Uint8Array> {
  const [first, ...others] = corpora;
  if (first !== undefined && others.length === 0) return yield* archived(first.corpus, first.files);
  yield* zipped(corpora.map(({ corpus, files }) => ({ name: `${corpus}.zip`, content: archived(corpus, files) })));
}

/** The backups in a file that one of the two made. */
export async function backupsIn(source: ByteSource): Promise<ByteSource[]> {
  await mustBeZip(source);
  const packed = await directoryOf(source);
  if (packed.some(({ name }) => name === listName)) return [source];
  const own = packed.filter(({ name }) => name.endsWith(".zip"));
  if (own.length === 0) throw new Problem(`This is not a backup of plotline: it has no ${listName}.`);
  // They are packed already, and held in memory.
  mustBeWithin({ ...usualLimits, ratio: 2 }, own, source.size);
  return Promise.all(own.map(async (each) => sourceOf(await unzipped(source, each))));
}

/** All pieces in one. */
export async function wholeOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const all: BlobPart[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

/** What a backup may unpack to. */
export interface Limits {
  readonly files: number;
  readonly bytes: number;
  /** How many times its own size. Texts reach 3, links 10. */
  readonly ratio: number;
}

const usualLimits: Limits = { files: 500_000, bytes: 20e9, ratio: 100 };
/** Whatever its ratio, this much is no bomb. */
const harmless = 64 * 2 ** 20;
const longestList = 256 * 2 ** 20;

/** A backup whose list has been read: nothing of it leads out of the folder it is unpacked into. */
export interface OpenedBackup extends Pick<List, "corpus"> {
  /** The hash of its list, and so of everything in it. */
  readonly hash: string;
  readonly files: readonly BackupFile[];
}

export interface BackupFile extends Pick<CorpusFile, "path"> {
  /** Throws where it is not the file that was backed up. */
  content(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Reads the list of a backup and compares it with what is in it; the files' contents are compared as they are read. */
export async function openBackup(
  source: ByteSource,
  { limits = usualLimits, newHash = (): Hash => new Sha256() }: { limits?: Limits; newHash?: () => Hash } = {},
): Promise<OpenedBackup> {
  await mustBeZip(source);
  const packed = (await directoryOf(source)).filter(({ name }) => !name.endsWith("/"));
  mustBeWithin(limits, packed, source.size);
  const found = new Map(packed.map((each) => [each.name, each]));
  if (found.size < packed.length) throw damaged("a file is in it twice");
  const text = await listIn(source, found.get(listName));
  const { corpus, files } = parsedList(text);
  if (files.length !== found.size - 1) throw damaged("its files are not those of its list");
  mustBePaths(files);
  const hash = newHash();
  hash.update(text);
  return {
    corpus,
    hash: hash.digest("hex"),
    files: files.map((listed) => {
      const own = found.get(`corpus/${listed.path}`);
      if (own?.size !== listed.size) throw damaged(`${listed.path} is not what was backed up`);
      return { path: listed.path, content: async () => compared(await unzipped(source, own), listed, newHash()) };
    }),
  };
}

async function mustBeZip(source: ByteSource): Promise<void> {
  const [first, second] = await source.read(0, Math.min(2, source.size));
  if (first === 0x1f && second === 0x8b)
    throw new Problem(
      'This is a backup of an earlier version (tar.gz): "tar xzf" unpacks it, and its folder corpus/ is the corpus.',
    );
}

/** Sizes are those of the zip's directory; nothing is unpacked beyond them. */
function mustBeWithin(limits: Limits, files: readonly Packed[], size: number): void {
  const refuse = (why: string) => new Problem(`The backup was not unpacked: ${why}.`);
  if (files.length > limits.files) throw refuse(`it holds more than ${limits.files} files`);
  const bytes = sumOf(files, (file) => file.size);
  if (bytes > limits.bytes) throw refuse(`it would unpack to more than ${limits.bytes / 1e9} GB`);
  if (bytes > harmless && bytes > limits.ratio * size)
    throw refuse(`it would unpack to more than ${limits.ratio} times its own size, which no corpus does`);
}

async function listIn(source: ByteSource, packed: Packed | undefined): Promise<Uint8Array> {
  if (packed === undefined) throw new Problem(`This is not a backup of plotline: it has no ${listName}.`);
  if (packed.size > longestList) throw damaged("its list is too long");
  return unzipped(source, packed);
}

function parsedList(text: Uint8Array): List {
  try {
    return listSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    throw damaged("its list of files cannot be read");
  }
}

/** Plain names in folders with plain names, and no file where another has its folder. */
function mustBePaths(files: readonly Listed[]): void {
  const folders = new Set<string>();
  for (const { path } of files) {
    const names = path.split("/");
    if (!names.every(isPlainName))
      throw new Problem(`This is not a backup of plotline: "${path}" is not a file of a corpus.`);
    for (let depth = 1; depth < names.length; depth++) folders.add(names.slice(0, depth).join("/"));
  }
  const both = files.find(({ path }) => folders.has(path));
  if (both !== undefined) throw damaged(`${both.path} is a file and a folder`);
}

function compared<Content extends Uint8Array>(content: Content, { path, sha256 }: Listed, hash: Hash): Content {
  hash.update(content);
  if (hash.digest("hex") !== sha256) throw damaged(`${path} is not what was backed up`);
  return content;
}
