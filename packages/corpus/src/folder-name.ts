/** A folder name may have this many UTF-16 units and UTF-8 bytes; paths on Windows and names on Linux end there or so. */
const longest = 100;
const mostBytes = 200;

/**
 * The name of a work's folder, valid on Windows, macOS and Linux: the title where it is one already, else the title with
 * what is forbidden there replaced. Never leaves the folder it is put into. `taken` holds the names in use.
 */
export function folderName(title: string, taken: Iterable<string> = []): string {
  const inUse = new Set([...taken].map(folderKey));
  const name = safeName(title);
  for (let copy = 1; ; copy++) {
    const candidate = copy === 1 ? name : withSuffix(name, ` (${copy})`);
    if (!inUse.has(folderKey(candidate))) return candidate;
  }
}

/** Two names with the same key are one folder on some disk: capitals and the form of accents do not count there. */
export function folderKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** True when a name can only mean an entry of the folder it is put into: it is never a path. */
export function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\u0000]/.test(name) && !name.startsWith(".");
}

/** True when a path can only mean something in the folder that it begins in. */
export function isPlainPath(path: string): boolean {
  return path.split("/").every((name) => name !== "" && name !== "." && name !== ".." && !/[\\\u0000]/.test(name));
}

/** Titles are one line of text without control characters; the empty title is no title. */
export function tidyTitle(title: string): string {
  return title
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function safeName(title: string): string {
  const name = trimmed(shortened(tidyTitle(title).replace(/[<>:"/\\|?*]/g, "_"), longest, mostBytes));
  return isReserved(name) ? trimmed(shortened(`_${name}`, longest, mostBytes)) : name;
}

/** Windows drops dots and spaces at the end; a dot in front hides the folder. */
function trimmed(name: string): string {
  return (
    name
      .replace(/[. ]+$/, "")
      .replace(/^ +/, "")
      .replace(/^\./, "_") || "_"
  );
}

function withSuffix(name: string, suffix: string): string {
  return shortened(name, longest - suffix.length, mostBytes - suffix.length).trimEnd() + suffix;
}

/** Cut between characters, never inside one. */
function shortened(name: string, units: number, bytes: number): string {
  let [used, size, result] = [0, 0, ""];
  for (const character of name) {
    used += character.length;
    size += new TextEncoder().encode(character).length;
    if (used > units || size > bytes) break;
    result += character;
  }
  return result;
}

/** The names of devices on Windows, with or without an extension. */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i.test(name);
}
