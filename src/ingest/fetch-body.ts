/** A fault that may be gone when one asks again: the line broke, the server was busy, the body stopped half-way. */
export class PassingFault extends Error {
  override readonly name = "PassingFault";
  constructor(
    message: string,
    /** Milliseconds that the server asked us to wait. */
    readonly wait: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** A fault that asking again will not mend. */
export class LastingFault extends Error {
  override readonly name = "LastingFault";
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds without a byte after which the line counts as dead. */
  readonly silence: number;
}

/** A body may take this many times the silence that is borne: a server that drips bytes cannot hold us for ever. */
const longestBody = 20;

/** The whole body, or a fault: too large, gone silent, or shorter than announced. */
export async function wholeBody(response: Response, { maxBytes, silence }: BodyLimits): Promise<Uint8Array> {
  const announced = announcedLength(response);
  if (announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  const deadline = Date.now() + longestBody * silence;
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (let piece = await next(reader, silence); piece !== undefined; piece = await next(reader, silence)) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      if (Date.now() > deadline) throw new PassingFault("the server sends too slowly");
      pieces.push(piece);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
  if (announced !== undefined && length < announced) throw halfSent(length, announced);
  const body = Buffer.concat(pieces);
  if (announced === undefined && isCutOff(response, body)) throw halfSent(length, undefined);
  return body;
}

/** The announced length counts bytes on the line, so it says nothing about a compressed body. */
function announcedLength({ headers }: Response): number | undefined {
  const text = headers.get("content-length");
  if (text === null || !/^\d+$/.test(text) || (headers.get("content-encoding") ?? "identity") !== "identity") return;
  return Number(text);
}

async function next(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  silence: number,
): Promise<Uint8Array | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PassingFault("the server went silent")), silence);
  });
  try {
    return (await Promise.race([reader?.read(), silent]))?.value;
  } catch (error) {
    if (error instanceof PassingFault) throw error;
    throw new PassingFault("the connection broke off half-way");
  } finally {
    clearTimeout(timer);
  }
}

/** Without a length, a page that opens `<html>` and never closes it was cut off. */
function isCutOff(response: Response, body: Uint8Array): boolean {
  if (!(response.headers.get("content-type") ?? "").includes("html")) return false;
  const ends = Buffer.from(body.subarray(-2048)).toString("latin1").toLowerCase();
  const begins = Buffer.from(body.subarray(0, 4096)).toString("latin1").toLowerCase();
  return begins.includes("<html") && !ends.includes("</html");
}

function halfSent(length: number, announced: number | undefined): PassingFault {
  return new PassingFault(`the body stopped after ${length}${announced === undefined ? "" : ` of ${announced}`} bytes`);
}

function tooLarge(maxBytes: number): LastingFault {
  return new LastingFault(`it is larger than ${Math.round(maxBytes / 2 ** 20)} MB`);
}
