import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/**
 * Hands the tags and the text of a page to `reader`, as htmlparser2's tokenizer would, some ten times faster: it jumps from
 * one `<` to the next. A page with anything unusual in it (a stray `<`, a tag cut short, CDATA) is not for this one: it
 * says false, and the tokenizer has to read the page from the start.
 */
export function scanHtml(html: string, reader: TokenizerCallbacks): boolean {
  let at = 0;
  for (;;) {
    const tag = html.indexOf("<", at);
    const end = tag < 0 ? html.length : tag;
    if (end > at && !scanText(html, at, end, reader)) return false;
    if (tag < 0) break;
    const next = html.charCodeAt(tag + 1);
    at = next === exclamation || next === question ? declarationEnd(html, tag) : scanTag(html, tag, reader);
    if (at < 0) return false;
  }
  reader.onend();
  return true;
}

/** The same by htmlparser2, which has an answer to everything. */
export function tokenize(html: string, reader: TokenizerCallbacks): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
}

const [exclamation, question] = [33, 63];

/** Text with its entities. An `&` that opens none stands for itself where a space follows; else the tokenizer decides. */
function scanText(html: string, start: number, end: number, reader: TokenizerCallbacks): boolean {
  let from = start;
  for (let and = html.indexOf("&", start); and >= 0 && and < end; and = html.indexOf("&", and + 1)) {
    if (html.charCodeAt(and + 1) <= 32) continue;
    entity.lastIndex = and;
    const found = entity.exec(html)?.[0];
    const points = found === undefined || and + found.length > end ? undefined : codePoints(found);
    if (points === undefined) return false;
    if (and > from) reader.ontext(from, and);
    from = and + found!.length;
    for (const point of points) reader.ontextentity(point, from);
  }
  if (from < end) reader.ontext(from, end);
  return true;
}

const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y;
const known = new Map<string, readonly number[] | undefined>();

/** What an entity stands for, asked of the tokenizer once; undefined where it stands for nothing. */
function codePoints(text: string): readonly number[] | undefined {
  if (known.has(text)) return known.get(text);
  const points: number[] = [];
  let rest = false;
  const nothing = () => {};
  tokenize(text, {
    ontextentity: (point) => points.push(point),
    ontext: () => {
      rest = true;
    },
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    onattribname: nothing,
    oncdata: nothing,
    onclosetag: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onopentagname: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
  });
  const meaning = rest ? undefined : points;
  if (known.size < 5000) known.set(text, meaning);
  return meaning;
}

/** Where a comment, a doctype or an instruction ends; -1 where that is not plain. */
function declarationEnd(html: string, start: number): number {
  const comment = html.startsWith("<!--", start);
  if (!comment && (html.startsWith("<![", start) || html.startsWith("<!-", start))) return -1;
  if (comment && (html.startsWith(">", start + 4) || html.startsWith("->", start + 4))) return -1;
  const mark = comment ? "-->" : ">";
  const end = html.indexOf(mark, start + (comment ? 4 : 2));
  if (comment && html.slice(start, end).includes("--!")) return -1;
  return end < 0 ? -1 : end + mark.length;
}

const opening =
  /<([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][\w:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[\w#.%:-]+))?){0,40})\s*(\/?)>/y;
const closing = /<\/([a-zA-Z][a-zA-Z0-9]*)\s*>/y;
const attribute = /([a-zA-Z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w#.%:-]+)))?/dg;

/** Passes a tag on; says where it ends, or -1. */
function scanTag(html: string, start: number, reader: TokenizerCallbacks): number {
  if (html.charCodeAt(start + 1) === 47) {
    closing.lastIndex = start;
    const name = closing.exec(html)?.[1];
    if (name === undefined) return -1;
    reader.onclosetag(start + 2, start + 2 + name.length);
    return closing.lastIndex;
  }
  opening.lastIndex = start;
  const found = opening.exec(html);
  if (found === null) return -1;
  const end = opening.lastIndex;
  const [, name = "", attributes = "", closed = ""] = found;
  reader.onopentagname(start + 1, start + 1 + name.length);
  if (attributes !== "" && !scanAttributes(attributes, start + 1 + name.length, reader)) return -1;
  if (closed !== "") {
    reader.onselfclosingtag(end - 1);
    return isRaw(name) ? -1 : end;
  }
  reader.onopentagend(end - 1);
  return isRaw(name) ? rawEnd(html, name.toLowerCase(), end) : end;
}

/** Elements whose content is no markup: scripts and styles are passed over, the rest is for the tokenizer. */
function isRaw(name: string): boolean {
  return name.length > 2 && /^(?:script|style|title|textarea|xmp|plaintext)$/i.test(name);
}

function rawEnd(html: string, name: string, start: number): number {
  if (name === "title") {
    const end = html.indexOf("<", start);
    return /^<\/title\s*>/i.test(html.slice(end, end + 20)) ? start : -1;
  }
  if (name !== "script" && name !== "style") return -1;
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = start;
  return end.exec(html)?.index ?? -1;
}

function scanAttributes(text: string, offset: number, reader: TokenizerCallbacks): boolean {
  if (!/class|id|name/i.test(text)) return true;
  if (text.includes("&")) return false;
  for (const { indices } of text.matchAll(attribute)) {
    const [, name, ...values] = indices!;
    reader.onattribname(offset + name![0], offset + name![1]);
    const value = values.find((place) => place !== undefined);
    if (value !== undefined) reader.onattribdata(offset + value[0], offset + value[1]);
    reader.onattribend(0, offset + (value ?? name!)[1]);
  }
  return true;
}
