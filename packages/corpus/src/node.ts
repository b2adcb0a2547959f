/** The same as the entry for everywhere, where the name of a corpus means a folder on disk. */
import { FolderStore } from "./store/folder/folder-store.ts";
import { otherwise } from "./store/store.ts";

otherwise((folder) => new FolderStore(folder));

export { backup } from "./backup/backup.ts";
export { restore, unpackedLibrary } from "./backup/restore.ts";
export * from "./index.ts";
export { appendWithChange, appendWithNextChange, hasItsEnd, textIn } from "./store/folder/append.ts";
export { mustLieInside } from "./store/folder/inside.ts";
export { CorpusLock } from "./store/folder/lock.ts";
export { keptAside, mustBeReplaceable, type Product, putInPlace } from "./store/folder/replace.ts";
