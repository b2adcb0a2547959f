import { Problem } from "@plotline/base";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { decode } from "./decode.ts";

/** What an archive may unpack to: one part, and all that we read of it. */
const largestPart = 32 * 1024 * 1024;
const largestBook = 128 * 1024 * 1024;
const mostEntries = 20_000;

/** Whether a file begins as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The files inside an EPUB, a Word or an OpenDocument file. Sizes are checked before anything is unpacked. */
export class Archive {
  private readonly sizes = new Map<string, number>();
  private readonly loaded = new Map<string, Uint8Array>();
  private total = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
  ) {
    this.unzip((file) => {
      this.admit(file);
      return false;
    });
    if (this.sizes.size === 0) throw new Problem(`${name} is an empty archive: there is nothing in it to read.`);
  }

  has(path: string): boolean {
    return this.sizes.has(path);
  }

  text(path: string): string {
    if (!this.loaded.has(path)) this.load([path]);
    const bytes = this.loaded.get(path);
    if (bytes === undefined) throw new Problem(`${this.name} is damaged: its part "${path}" is missing.`);
    return bytes.length === 0 ? "" : decode(bytes, `${path} in ${this.name}`).text;
  }

  load(paths: readonly string[]): void {
    const wanted = new Set(paths.filter((path) => this.sizes.has(path) && !this.loaded.has(path)));
    if (wanted.size === 0) return;
    for (const path of wanted) this.total += this.sizes.get(path)!;
    if (this.total > largestBook) throw this.bomb(`its texts unpack to more than ${largestBook / 1024 / 1024} MB`);
    const found = this.unzip((file) => wanted.has(file.name));
    for (const [path, bytes] of Object.entries(found)) this.loaded.set(path, bytes);
  }

  private admit({ name, size, originalSize }: UnzipFileInfo): void {
    if (/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\u0000/i.test(name))
      throw new Problem(`${this.name} is not sound: its entry "${printable(name)}" points outside of it.`);
    // Deflating never makes a part much larger: a size below that is a lie.
    if (size > originalSize * 1.1 + 1024)
      throw new Problem(`${this.name} is a damaged archive: the size of "${printable(name)}" is wrong.`);
    if (this.sizes.size >= mostEntries) throw this.bomb(`it has more than ${mostEntries} entries`);
    if (originalSize > largestPart && /\.(?:x?html?|xml|opf|ncx)$/i.test(name))
      throw this.bomb(`its part "${printable(name)}" unpacks to more than ${largestPart / 1024 / 1024} MB`);
    this.sizes.set(name, originalSize);
  }

  private bomb(why: string): Problem {
    return new Problem(`${this.name} was not unpacked: ${why}. Is it a book or a guide?`);
  }

  private unzip(filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
    try {
      return unzipSync(this.bytes, { filter });
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new Problem(`${this.name} is a damaged or encrypted archive: it cannot be unpacked.`);
    }
  }
}

function printable(name: string): string {
  return name.slice(0, 80).replace(/[^\x20-\x7e]/g, "?");
}
