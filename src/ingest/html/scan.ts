import type { TokenizerCallbacks } from "htmlparser2";
import { withEntities } from "./entities.ts";

/** What reads a page: the tokenizer's calls, and two for text with entities: what each means, then the text decoded. */
export interface PageReader extends TokenizerCallbacks {
  onmeaning(meaning: string): void;
  onpassage(start: number, text: string): void;
}

/**
 * Hands the tags and the text of a page to `reader`, as htmlparser2's tokenizer would, some ten times faster: it jumps from
 * one `<` to the next. A page with anything unusual in it (a stray `<`, a tag cut short, CDATA) is not for this one: it
 * says false, and the tokenizer has to read the page from the start.
 */
export function scanHtml(html: string, reader: PageReader): boolean {
  const onmeaning = (meaning: string) => reader.onmeaning(meaning);
  let [at, and] = [0, html.indexOf("&")];
  for (;;) {
    const tag = html.indexOf("<", at);
    const end = tag < 0 ? html.length : tag;
    if (end > at) {
      if (and >= 0 && and < at) and = html.indexOf("&", at);
      if (and < 0 || and >= end) reader.ontext(at, end);
      else {
        const decoded = withEntities(html.slice(at, end), onmeaning);
        if (decoded === undefined) return false;
        reader.onpassage(at, decoded);
      }
    }
    if (tag < 0) break;
    const next = html.charCodeAt(tag + 1);
    at = next === exclamation || next === question ? declarationEnd(html, tag) : scanTag(html, tag, reader);
    if (at < 0) return false;
  }
  reader.onend();
  return true;
}

const [exclamation, question] = [33, 63];

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
  const closes = html.charCodeAt(start + 1) === 47;
  const from = closes ? start + 2 : start + 1;
  let nameEnd = from;
  while (isNameLetter(html.charCodeAt(nameEnd))) nameEnd++;
  // Nearly every tag is `<p>` or `</p>`; headings have a digit, no raw element has two letters or less.
  if (html.charCodeAt(nameEnd) === 62 && nameEnd > from && (closes || nameEnd - from < 3)) {
    if (closes) reader.onclosetag(from, nameEnd);
    else {
      reader.onopentagname(from, nameEnd);
      reader.onopentagend(nameEnd);
    }
    return nameEnd + 1;
  }
  return closes ? scanClosingTag(html, start, reader) : scanOpeningTag(html, start, reader);
}

function isNameLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function scanClosingTag(html: string, start: number, reader: TokenizerCallbacks): number {
  closing.lastIndex = start;
  const name = closing.exec(html)?.[1];
  if (name === undefined) return -1;
  reader.onclosetag(start + 2, start + 2 + name.length);
  return closing.lastIndex;
}

function scanOpeningTag(html: string, start: number, reader: TokenizerCallbacks): number {
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
  if (!/class|id|name|href\s*=\s*["']?#|epub:type/i.test(text)) return true;
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
