import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { PassingFault } from "@plotline/base";

/** A fault that asking again will not cure. */
export class LastingFault extends Error {
  override readonly name = "LastingFault";
}

interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds without a byte after which the line counts as dead. */
  readonly silence: number;
  /** Milliseconds that the whole body may take: a server that drips bytes cannot hold us for ever. */
  readonly longest: number;
}

/** The whole body, decompressed, or a fault: too large, gone silent, too slow, or shorter than it should be. */
export async function wholeBody(message: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, silence, longest } = limits;
  const announced = announcedLength(message);
  const coding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding === "identity" && announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
  const body = decoded(message, coding);
  const slow = setTimeout(() => body.destroy(new PassingFault("the server sends too slowly")), longest);
  const silent = setTimeout(() => body.destroy(new PassingFault("the server went silent")), silence);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      silent.refresh();
      length += piece.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof PassingFault || error instanceof LastingFault) throw error;
    throw coding === "identity" ? brokenOff(length, announced) : new PassingFault("the compressed body is cut off");
  } finally {
    clearTimeout(slow);
    clearTimeout(silent);
    message.destroy();
  }
  const whole = Buffer.concat(pieces);
  if (announced === undefined && isCutOff(message, whole)) throw halfSent(length, undefined);
  return whole;
}

/** Decompressed by ourselves: zlib says when the end of a compressed body is missing. */
function decoded(message: IncomingMessage, coding: string): Readable {
  if (coding === "identity") return message;
  const make = codings[coding];
  if (make === undefined) throw new LastingFault(`it is sent in an unknown form ("${coding.slice(0, 20)}")`);
  return pipeline(message, make(), () => undefined);
}

const codings: Record<string, (() => Transform) | undefined> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function announcedLength({ headers }: IncomingMessage): number | undefined {
  const text = headers["content-length"];
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}

/** Without a length, a page that opens `<html>` and never closes it was cut off. */
function isCutOff(message: IncomingMessage, body: Uint8Array): boolean {
  if (!(message.headers["content-type"] ?? "").includes("html")) return false;
  const ends = Buffer.from(body.subarray(-2048)).toString("latin1").toLowerCase();
  const begins = Buffer.from(body.subarray(0, 4096)).toString("latin1").toLowerCase();
  return begins.includes("<html") && !ends.includes("</html");
}

function brokenOff(length: number, announced: number | undefined): PassingFault {
  return announced === undefined ? new PassingFault("the connection broke off half-way") : halfSent(length, announced);
}

function halfSent(length: number, announced: number | undefined): PassingFault {
  return new PassingFault(`the body stopped after ${length}${announced === undefined ? "" : ` of ${announced}`} bytes`);
}

function tooLarge(maxBytes: number): LastingFault {
  return new LastingFault(`it is larger than ${Math.round(maxBytes / 2 ** 20)} MB`);
}
