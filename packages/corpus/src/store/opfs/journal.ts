import { fnvBasis, fnvStep } from "@plotline/base";

/** What a change comes to once it is planned. Each may be done twice, which a redo after a kill does. */
export type Step = { readonly put: string; readonly bytes: Uint8Array } | { readonly remove: string };

/** The part of a FileSystemSyncAccessHandle that is used. */
export interface Handle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface JournalRecord {
  readonly at: number;
  readonly isDone: boolean;
  readonly steps: readonly Step[];
}

const headSize = 8;
const recordHead = 9;

/**
 * A file of changes, each with its whole content and a checksum: `epoch (8 bytes)`, then records of `isDone (1) | length
 * (4) | checksum (4) | payload`. A record is there or not there: what a kill left half-written at the end does not count.
 */
export class Journal {
  private epoch = 0n;
  private end = headSize;
  private lastWrite = Date.now();

  /** The changes since the last call, by this tab and by others. */
  catchUp(handle: Handle): JournalRecord[] {
    if (handle.getSize() < headSize) this.restart(handle);
    const epoch = viewOf(handle, 0, headSize).getBigUint64(0);
    if (epoch !== this.epoch) [this.epoch, this.end] = [epoch, headSize];
    const found: JournalRecord[] = [];
    for (let record = recordAt(handle, this.end); record !== undefined; record = recordAt(handle, this.end)) {
      found.push({ at: this.end, ...record });
      this.end += recordHead + record.length;
    }
    if (handle.getSize() > this.end) handle.truncate(this.end);
    return found;
  }

  /** On return the change will happen, whatever comes; where this throws, it will not. */
  append(handle: Handle, steps: readonly Step[]): number {
    const at = this.end;
    const payload = encoded(steps);
    const record = new Uint8Array(recordHead + payload.length);
    const view = new DataView(record.buffer);
    view.setUint32(1, payload.length);
    view.setUint32(5, checksum(payload));
    record.set(payload, recordHead);
    try {
      writeAll(handle, record, at);
      handle.flush();
    } catch (error) {
      handle.truncate(at);
      handle.flush();
      throw error;
    }
    [this.end, this.lastWrite] = [at + record.length, Date.now()];
    return at;
  }

  markDone(handle: Handle, at: number): void {
    handle.write(new Uint8Array([1]), { at });
  }

  /**
   * Its records take too much room, or what they say is on disk by now: nothing that a page can call syncs the browser's
   * table of names, but the system does within half a minute.
   */
  get isOld(): boolean {
    const size = this.end - headSize;
    return size > 64e6 || (size > 1e6 && Date.now() - this.lastWrite > 60_000);
  }

  /** Only when all of it is done. */
  restart(handle: Handle): void {
    const head = crypto.getRandomValues(new Uint8Array(headSize));
    handle.truncate(0);
    handle.write(head, { at: 0 });
    handle.flush();
    [this.epoch, this.end] = [new DataView(head.buffer).getBigUint64(0), headSize];
  }
}

export function writeAll(handle: Handle, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    const count = handle.write(bytes.subarray(done), { at: at + done });
    if (count === 0) throw new DOMException("The disk is full.", "QuotaExceededError");
    done += count;
  }
}

function recordAt(handle: Handle, at: number) {
  const size = handle.getSize();
  if (size < at + recordHead) return undefined;
  const head = viewOf(handle, at, recordHead);
  const length = head.getUint32(1);
  if (size < at + recordHead + length) return undefined;
  const payload = new Uint8Array(viewOf(handle, at + recordHead, length).buffer);
  if (checksum(payload) !== head.getUint32(5)) return undefined;
  return { isDone: head.getUint8(0) === 1, length, steps: decoded(payload) };
}

function viewOf(handle: Handle, at: number, length: number): DataView<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  handle.read(bytes, { at });
  return new DataView(bytes.buffer);
}

/** `length of the JSON (4) | JSON | contents` */
function encoded(steps: readonly Step[]): Uint8Array {
  const contents = steps.map((step) => ("bytes" in step ? step.bytes : new Uint8Array()));
  const json = new TextEncoder().encode(
    JSON.stringify(steps.map((step, k) => ({ ...step, bytes: contents[k]!.length }))),
  );
  const length = new Uint8Array(new Uint32Array([json.length]).buffer);
  return joined([length, json, ...contents]);
}

function decoded(payload: Uint8Array<ArrayBuffer>): Step[] {
  const [length = 0] = new Uint32Array(payload.slice(0, 4).buffer);
  const plain = JSON.parse(new TextDecoder().decode(payload.subarray(4, 4 + length))) as (Step & { bytes: number })[];
  let at = 4 + length;
  return plain.map((step) => {
    at += step.bytes;
    return { ...step, bytes: payload.subarray(at - step.bytes, at) };
  });
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function checksum(bytes: Uint8Array): number {
  let sum = fnvBasis;
  for (let k = 0; k < bytes.length; k++) sum = fnvStep(sum, bytes[k]!);
  return sum >>> 0;
}
